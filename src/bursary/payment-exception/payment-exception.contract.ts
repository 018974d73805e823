import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, maybe, naira, readAs, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { deskCase } from "./payer-case/payer-case.contract.ts";
import { type ExceptionKind, exceptionKinds } from "./payment-exception.rules.ts";

const link = "/staff/payment-exceptions";
const kind = choice("What it is", exceptionKinds as [ExceptionKind, ...ExceptionKind[]]);

const about = {
  rrr: maybe(v.pipe(text("RRR", 64), readAs(groupedRrr))),
  name: maybe(text("Name", 200)),
  jamb: maybe(text("JAMB number", 14)),
  came: maybe(naira("Came")),
  asked: maybe(naira("Asked for")),
  said: maybe(text("About", 300)),
};

/** What waits for the money desk, oldest first. */
export const paymentExceptions = listing({
  noun: "payment_exception",
  one: "Exception",
  many: "Exceptions",
  page: "payment-exceptions",
  link,
  entries: {
    createdAt: atMinute("Since"),
    kind,
    ...about,
    /** What else of the same payment waits: one wrong payment is not taken for two. */
    beside: maybe(text("Also waits as", 300)),
    takenby: maybe(refersTo("Taken by", "staff")),
  },
  title: ["kind", "name"],
  columns: ["kind", "beside", "name", "rrr", "came", "createdAt", "takenby"],
  sorts: ["createdAt"],
  filters: ["kind", "takenby"],
  asked: {
    from: edgeDay("Since from", { of: "createdAt", side: "from" }),
    to: edgeDay("Since to", { of: "createdAt", side: "to" }),
  },
  searched: "RRR, JAMB number or name",
  none: {
    title: "No payment waits for a decision",
    text: "Money that the portal cannot place by itself is listed here.",
  },
});

/** What waited, and how it ended, the last first. */
export const shutExceptions = listing({
  noun: "payment_exception_shut",
  one: "Settled exception",
  many: "Settled exceptions",
  page: "payment-exceptions",
  link: `${link}/settled`,
  entries: {
    createdAt: atMinute("Settled"),
    kind,
    ...about,
    closedby: maybe(refersTo("By", "staff")),
    outcome: text("Outcome", 600),
    since: atMinute("Since"),
  },
  title: ["kind", "name"],
  columns: ["kind", "name", "rrr", "came", "createdAt", "closedby", "outcome"],
  sorts: ["createdAt"],
  filters: ["kind", "closedby"],
  asked: {
    from: edgeDay("Settled from", { of: "createdAt", side: "from" }),
    to: edgeDay("Settled to", { of: "createdAt", side: "to" }),
  },
  searched: "RRR, JAMB number or name",
});

const path = "/staff/ms_payment_exception";

export const countExceptions = get(
  `${path}/counts`,
  "How many exceptions of each kind wait, since when the oldest, and the money in them",
  v.array(
    v.strictObject({
      kind: v.string(),
      open: v.number(),
      oldest: v.string(),
      /** What came, where that is known. */
      came: amount("Came"),
    }),
  ),
);

export const readException = get(
  `${path}/:id/file`,
  "One exception, waiting or settled: what it is about, who is on it, what was told, and what was decided",
  v.strictObject({
    _id: v.string(),
    kind: v.string(),
    createdAt: v.string(),
    payment: v.nullable(v.string()),
    rrr: v.nullable(v.string()),
    name: v.string(),
    jamb: v.string(),
    came: v.nullable(amount("Came")),
    asked: v.nullable(amount("Asked for")),
    said: v.string(),
    /** Who said that they take it. */
    taken: v.nullable(v.strictObject({ by: v.string(), at: v.string(), own: v.boolean() })),
    closed: v.nullable(v.strictObject({ by: v.nullable(v.string()), at: v.string(), outcome: v.string() })),
    /** Whether the desk's own word ends it. */
    byword: v.boolean(),
    /** What else of the same payment waits: one payment may wait for more than one reason. */
    beside: v.array(v.strictObject({ _id: v.string(), kind: v.string() })),
    decisions: v.array(
      v.strictObject({ at: v.string(), by: v.string(), deed: v.picklist(["close", "reopen"]), reason: v.string() }),
    ),
    /** What the payer told, where one says that a payment was made. */
    payercase: v.nullable(deskCase),
    /** What was sent, where it is a notification. */
    told: v.array(
      v.strictObject({
        _id: v.string(),
        at: v.string(),
        orderid: v.nullable(v.string()),
        rrr: v.nullable(v.string()),
        item: v.string(),
      }),
    ),
  }),
);

export const takeException = post(
  `${path}/:id/take`,
  "Says that one is on it; 409 with who was faster",
  v.nullish(fields({})),
  done({}),
);

export const leaveException = post(
  `${path}/:id/leave`,
  "Says that nobody is on it any more",
  v.nullish(fields({})),
  done({}),
);

export const closeException = post(
  `${path}/:id/close`,
  "Decides about an exception that the desk's word ends, with the reason",
  reasonForm,
  done({}),
);

export const reopenException = post(
  `${path}/:id/reopen`,
  "Opens a settled exception again, with the reason",
  reasonForm,
  done({}),
);
