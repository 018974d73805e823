import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { whole } from "#console/record/record.fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";

/** Naira, with a sign: a reversal takes away. */
const money = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

const sums = {
  /** Bookings. */
  lines: v.number(),
  /** Verified payments. */
  receipts: v.number(),
  /** What came to lie at the provider; the accounts make the same sum. */
  came: money,
  income: money,
  credit: money,
  suspense: money,
  /** Given back by voucher, and what else is neither. */
  other: money,
  /** What had been held too much, by the word of two people, as a part of all these: zero or below. */
  corrected: money,
  /** What was taken back, as a part of all these. */
  reversed: money,
};
const sumsOf = v.strictObject(sums);
export type BookSums = v.InferOutput<typeof sumsOf>;

/** Wire value and word are the same. */
export const dayStates = ["Open", "Closed", "Passed over"] as const;
export type DayState = (typeof dayStates)[number];

const closing = v.strictObject({ hash: v.string(), closedAt: v.string(), closedby: v.string() });

/** What waits for a second person. */
const reopening = v.strictObject({
  _id: v.string(),
  day: v.string(),
  reason: v.string(),
  proposedby: v.strictObject({ _id: v.string(), name: v.string() }),
  createdAt: v.string(),
  /** Closed days that would be open again. */
  days: v.number(),
});
export type DayReopening = v.InferOutput<typeof reopening>;

const bookDay = v.strictObject({
  day: v.string(),
  state: v.picklist(dayStates),
  ...sums,
  closing: v.nullable(closing),
});
export type BookDay = v.InferOutput<typeof bookDay>;

const path = "/staff/ms_day_book";

export const listBookDays = get(
  path,
  "The days of a month (month=2026-11, else the present one) with what each brought, and the month's sums",
  v.strictObject({
    month: v.string(),
    /** Months with a booking lie between these two. */
    first: v.string(),
    last: v.string(),
    today: v.string(),
    /** The last day that is closed. */
    closed: v.nullable(v.string()),
    /** The first open day that holds bookings and has begun: the one to close next. */
    next: v.nullable(v.string()),
    days: v.array(bookDay),
    total: sumsOf,
    reopening: v.nullable(reopening),
  }),
);

const byProgramme = v.strictObject({
  programme: v.string(),
  /** By account; what is not there is nothing. */
  accounts: v.record(v.string(), money),
  receipts: v.number(),
  came: money,
});

export const readBookDay = get(
  `${path}/:day`,
  "A day of the book: what it brought by revenue head and programme, whether it is closed, and every closing of it",
  v.strictObject({
    day: v.string(),
    state: v.picklist(dayStates),
    ...sums,
    /** The accounts that the day touched, in their order, with what each took. */
    accounts: v.array(v.strictObject({ account: v.string(), name: v.string(), income: v.boolean(), amount: money })),
    programmes: v.array(byProgramme),
    /** Why it cannot be closed now; null when it can, and when it is. */
    hindrance: v.nullable(v.string()),
    /** The closed day before it and its hash, which its own hash is taken after. */
    before: v.nullable(v.strictObject({ day: v.string(), hash: v.string() })),
    /** Newest first; one at most is in force. */
    closings: v.array(
      v.strictObject({
        ...closing.entries,
        lines: v.number(),
        /** What its hash was taken of is kept. */
        kept: v.boolean(),
        reopened: v.nullable(
          v.strictObject({ at: v.string(), by: v.string(), proposedby: v.string(), reason: v.string() }),
        ),
      }),
    ),
    reopening: v.nullable(reopening),
    /** Exceptions that wait at the money desk now, of whatever day. */
    waiting: v.number(),
    /** Fees that were waived on this day: no money, and in no sum of the book. */
    waived: v.strictObject({ count: v.number(), amount: amount("Waived") }),
    /** Of the printed day. */
    ...paperWording("heading", "signatories"),
  }),
);
export type ReadDay = v.InferOutput<typeof readBookDay.reply>;

export const readBookLines = get(
  `${path}/:day/lines`,
  "Every booking of a day, in its order",
  v.array(
    v.strictObject({
      _id: v.string(),
      at: v.string(),
      kind: v.string(),
      payment: v.string(),
      rrr: v.nullable(v.string()),
      payer: v.string(),
      programme: v.string(),
      accounts: v.record(v.string(), money),
      came: money,
    }),
  ),
);
export type BookLine = v.InferOutput<typeof readBookLines.reply>[number];

export const readBookFile = get(
  `${path}/:day/file`,
  "The text that the hash of a closed day is taken of, or that of a former closing (closing=its hash); SHA-256 of the file is the hash",
  v.any(),
);

export const proveBook = get(
  `${path}/proof`,
  "Holds every closed day against its hash, and names the first that does not match",
  v.strictObject({
    at: v.string(),
    days: v.number(),
    /** In their order. */
    wrong: v.array(v.strictObject({ day: v.string(), says: v.string() })),
  }),
);

const nothing = v.nullish(fields({}));

export const closeBookDay = post(
  `${path}/:day/close`,
  "Closes a day that has begun; later bookings of that day go to the next one",
  nothing,
  done({ hash: v.string() }),
);

export const proposeReopening = post(
  `${path}/:day/reopening`,
  "Proposes to open a closed day again, with all that were closed after it",
  reasonForm,
  done({ _id: v.string() }),
);

const reopeningPath = "/staff/ms_day_book_reopening/:id";

export const approveReopening = post(
  `${reopeningPath}/approve`,
  "Opens the day and all later ones again, as another has proposed; `days` is how many closed days its approver was shown",
  fields({ days: whole("Number of days", 1, 100_000) }),
  done({}),
);

export const declineReopening = post(
  `${reopeningPath}/decline`,
  "Leaves the day closed, and says why",
  reasonForm,
  done({}),
);

export const withdrawReopening = post(
  `${reopeningPath}/withdraw`,
  "Takes back what one has proposed oneself",
  nothing,
  done({}),
);
