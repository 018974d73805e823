import * as v from "valibot";
import { usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, looksLike, maybe, naira, onDay, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { loanLooks, loanStates } from "./student-loan.rules.ts";

const link = "/staff/student-loans";

/** Each student's loan of a session, as NELFUND has approved it; its file is imported. */
export const studentLoans = record({
  noun: "student_loan",
  one: "Student loan",
  many: "Student loans",
  page: "student-loans",
  link,
  entries: {
    student: refersTo("Matric number", "student"),
    session: usuallyRunning,
    amount: naira("Amount"),
    reference: maybe(atLeastTwo("NELFUND number", 60)),
  },
  kept: {
    state: v.pipe(choice("State", loanStates), looksLike(loanLooks)),
    credit: naira("Paid already, to be refunded", 0),
    booking: maybe(refersTo("Booking", "loan_booking")),
  },
  title: ["student"],
  columns: ["student", "session", "amount", "state", "credit", "reference", "booking"],
  sorts: ["createdAt", "amount"],
  filters: ["session", "state", "booking"],
  beginsWhole: true,
  searched: "matric number, JAMB number, name, phone or email",
  key: ["student", "session"],
  comes: {
    text: "NELFUND sends a file of those whose loan it approved: import it, with matric number and amount on each line.",
    at: "/staff/outgoing-lists",
    name: "Make the list for NELFUND",
    right: "outgoing-lists",
  },
});

/** What NELFUND has paid to the college, one sum for many students. */
export const loanReceipts = record({
  noun: "loan_receipt",
  one: "Sum from the fund",
  many: "Sums from the fund",
  page: "student-loans",
  link: `${link}/receipts`,
  entries: {
    reference: atLeastTwo("Number on the bank's statement", 60),
    session: usuallyRunning,
    amount: naira("Amount"),
    day: onDay("Day"),
    remark: maybe(text("Remark", 300)),
  },
  title: ["reference"],
  columns: ["reference", "session", "amount", "day", "remark"],
  sorts: ["createdAt", "day"],
  filters: ["session"],
  beginsWhole: true,
  searched: "number or remark",
  key: ["reference"],
});

const kobos = {
  count: v.number(),
  amount: amount("Amount"),
};

/** Of each session with loans: what waits, what stands on bills, what the fund has paid of it. */
export const readLoanSums = get(
  "/staff/ms_student_loan/sums",
  "By session: the loans that wait, those that are booked, what the fund has paid of them and what is to come",
  v.array(
    v.strictObject({
      session: v.strictObject({ _id: v.string(), name: v.string() }),
      waiting: v.strictObject(kobos),
      booked: v.strictObject(kobos),
      /** Of what is booked, what the students had paid already. */
      credit: amount("Credit"),
      received: amount("Received"),
      /** Booked and not received; below nothing the fund has paid more. */
      left: v.number(),
    }),
  ),
);
