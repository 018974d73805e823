import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeOfDay,
  flag,
  maybe,
  naira,
  onDay,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { studentStatuses } from "../student/student.rules.ts";
import { tuitionAccount } from "./bill.shown.contract.ts";

const who = {
  name: text("Student", 200),
  matric: maybe(text("Matric number", 40)),
  programme: refersTo("Programme", "programme"),
  level: whole("Level", 100, 900),
  session: refersTo("Session", "session"),
  semester: whole("Semester", 1, 2),
};

export const billStandings = ["Owing", "Settled", "Credit"] as const;

/** Every bill, the newest first; one of them leads to the whole account of its student. */
export const tuitionBills = listing({
  noun: "tuition_account",
  one: "Tuition account",
  many: "Tuition accounts",
  page: "tuition-accounts",
  link: "/staff/tuition-accounts",
  entries: {
    ...who,
    indigene: flag("Indigene", "Indigene", "Non-indigene"),
    isnewstudent: flag("New student", "New", "Returning"),
    billed: naira("Billed", -100_000_000),
    paid: naira("Paid", 0),
    balance: naira("Left", -100_000_000),
    standing: choice("Standing", billStandings),
    takenback: flag("Taken back", "Taken back", "No"),
    status: choice("Status", studentStatuses),
    createdAt: atMinute("Made"),
  },
  title: ["name", "matric"],
  columns: ["name", "matric", "programme", "level", "session", "semester", "paid", "balance"],
  sorts: ["createdAt", "balance"],
  filters: ["session", "semester", "programme", "level", "standing", "takenback", "indigene", "isnewstudent"],
  searched: "matric number, JAMB number, name, phone or email",
  none: {
    title: "No bill is made yet",
    text: "A new student's first bill comes with the hand-over. Make bills makes those of everybody who studies here.",
  },
});

/** Who has not paid what was due: since when, how much of it, and how much in all. */
export const tuitionDebts = listing({
  noun: "tuition_debt",
  one: "Debtor",
  many: "Debtors",
  page: "tuition-accounts",
  link: "/staff/tuition-accounts/debtors",
  entries: {
    ...who,
    due: naira("Overdue", 0),
    balance: naira("Owed in all", 0),
    owedsince: onDay("Since"),
    status: choice("Status", studentStatuses),
    phonenumber: maybe(text("Phone", 13)),
    emailaddress: text("Email", 120),
  },
  title: ["name", "matric"],
  columns: ["name", "matric", "programme", "level", "session", "semester", "due", "balance", "owedsince"],
  sorts: ["owedsince", "balance"],
  filters: ["session", "semester", "programme", "level", "status"],
  asked: {
    from: edgeOfDay("Since from", { of: "owedsince", side: "from" }),
    to: edgeOfDay("Since to", { of: "owedsince", side: "to" }),
  },
  searched: "matric number, JAMB number, name, phone or email",
  none: { title: "Nobody owes", text: "Whoever has not paid an instalment by its day is listed here." },
});

export const readTuitionAccount = get(
  "/staff/ms_tuition_account/:id/account",
  "The whole account of the student whose bill, or whose own record, this is: bills, lines, payments, instalments, what is opened",
  v.strictObject({
    ...tuitionAccount.entries,
    /** The address at which anybody may check the printed one. */
    genuine: v.string(),
    ...paperWording("heading", "opening", "closing"),
  }),
);

export const readBillTerms = get(
  "/staff/ms_bill_run",
  "The sessions that bills can be made of, the newest first, and the semester that runs",
  v.strictObject({
    sessions: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
    /** Empty where none runs. */
    running: v.strictObject({ session: v.optional(v.string()), semester: v.optional(v.number()) }),
    /** How many days a new bill leaves at least until its first instalment. */
    days: v.number(),
  }),
);

export const billRunForm = fields({
  session: refersTo("Session", "session"),
  semester: whole("Semester", 1, 2),
  programme: maybe(refersTo("Programme", "programme")),
  check: v.optional(v.boolean("Check must be true or false")),
});

/** A class of students, and what each of them is billed, or why not. */
const classToBill = v.strictObject({
  programme: v.nullable(v.strictObject({ _id: v.string(), label: v.string() })),
  level: v.nullable(v.number()),
  indigene: v.boolean(),
  isnewstudent: v.boolean(),
  count: v.number(),
  amount: amount("Amount"),
  hole: v.nullable(v.string()),
});

export type ClassToBill = v.InferOutput<typeof classToBill>;

export const runBills = post(
  "/staff/ms_bill_run",
  "Makes the bills of a semester for everybody who is Active and has none; with `check` it only tells what would be made",
  billRunForm,
  done({
    /** Bills that were made, or would be. */
    made: v.number(),
    /** What they come to. */
    amount: amount("Amount"),
    already: v.number(),
    /** Who cannot be billed: the college has not said what they pay, or the record lacks something. */
    held: v.number(),
    classes: v.array(classToBill),
  }),
);
