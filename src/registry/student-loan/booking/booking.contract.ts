import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, naira, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { bookingLooks, bookingStates } from "../student-loan.rules.ts";

/** Each proposal to put loans on the bills, and what became of it. */
export const loanBookings = listing({
  noun: "loan_booking",
  one: "Booking of loans",
  many: "Bookings of loans",
  page: "student-loans",
  link: "/staff/student-loans/bookings",
  entries: {
    title: text("Booking", 200),
    session: refersTo("Session", "session"),
    state: v.pipe(choice("State", bookingStates), looksLike(bookingLooks)),
    count: whole("Loans", 1, 1_000_000),
    total: naira("In all", 0),
    reason: maybe(lines("Why it is undone", 500)),
    undoes: maybe(refersTo("Loan", "student_loan")),
    booked: maybe(whole("Booked", 0, 1_000_000)),
    done: maybe(naira("Booked in all", 0)),
    credit: maybe(naira("Paid already, to be refunded", 0)),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
  },
  title: ["title"],
  columns: ["title", "state", "count", "total", "credit", "proposedby", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state", "session"],
  searched: "title",
  none: {
    title: "No loan was booked yet",
    text: "Import NELFUND's file, then propose to book what waits; a second person approves it.",
  },
});

const path = "/staff/ms_loan_booking";

const of = { session: refersTo("Session", "session") };

export const checkLoanBooking = post(
  `${path}/check`,
  "What the loans of a session that wait would do to the bills: what they pay, and who had paid already",
  fields(of),
  v.strictObject({
    count: v.number(),
    amount: amount("Amount"),
    /** What of it is owed now. */
    owed: amount("Owed"),
    /** What students had paid already, and becomes their credit; of how many. */
    credit: amount("Credit"),
    credited: v.number(),
    /** What sponsors had paid already, and becomes theirs. */
    sponsored: amount("Sponsored"),
    /** The first of these, the most first. */
    refunds: v.array(
      v.strictObject({
        student: v.string(),
        name: v.string(),
        matric: v.nullable(v.string()),
        credit: amount("Credit"),
      }),
    ),
    /** Loans that no bill takes any more, with the reason. */
    refused: v.array(v.strictObject({ student: v.string(), name: v.string(), why: v.string() })),
  }),
);

export const proposeLoanBooking = post(
  path,
  "Proposes to put the loans of a session that wait on the bills; another member of staff approves it",
  fields({
    ...of,
    /** As it was seen: other loans than these are looked at again. */
    count: v.pipe(v.number("Count is required"), v.integer("Count must be a whole number"), v.title("Count")),
  }),
  done({ _id: v.string() }),
);

export const proposeLoanUndone = post(
  "/staff/ms_student_loan/:id/undo",
  "Proposes to take a loan off the bills that was booked wrongly; another member of staff approves it",
  reasonForm,
  done({ _id: v.string() }),
);

const nothing = v.nullish(fields({}));

export const approveLoanBooking = post(
  `${path}/:id/approve`,
  "Puts loans on the bills that somebody else has proposed to book, or takes one off, as the bills stand now",
  nothing,
  done({}),
);

export const declineLoanBooking = post(
  `${path}/:id/decline`,
  "Declines to book loans that somebody else has proposed to book; they wait again",
  reasonForm,
  done({}),
);

export const withdrawLoanBooking = post(
  `${path}/:id/withdraw`,
  "Withdraws the booking of loans that one has proposed oneself; they wait again",
  nothing,
  done({}),
);
