import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { gates } from "../instalment/instalment.rules.ts";
import { type LineKind, lineWords } from "./bill.rules.ts";

/** With its sign. */
const signed = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

const gate = v.strictObject({
  gate: v.picklist(gates),
  open: v.boolean(),
  /** What is still to be paid until it opens. */
  left: amount("Left"),
});

/** One bill with all that makes its figures. */
export const billShown = v.strictObject({
  _id: v.string(),
  session: v.strictObject({ _id: v.string(), name: v.string() }),
  semester: v.number(),
  programme: v.string(),
  level: v.number(),
  indigene: v.boolean(),
  isnewstudent: v.boolean(),
  createdAt: v.string(),
  /** When the college took it back, because it was made wrongly; null while it stands. */
  takenback: v.nullable(v.string()),
  billed: signed,
  paid: amount("Paid"),
  /** What is left; below nothing it is the student's credit. */
  balance: signed,
  lines: v.array(
    v.strictObject({
      place: v.number(),
      kind: v.picklist(Object.keys(lineWords) as LineKind[]),
      label: v.string(),
      amount: signed,
      reason: v.nullable(v.string()),
      at: v.string(),
      /** Who of the office; told to the office alone. */
      by: v.nullable(v.string()),
    }),
  ),
  payments: v.array(
    v.strictObject({
      _id: v.string(),
      /** Null where money of another payment was moved to this bill. */
      rrr: v.nullable(v.string()),
      /** Who paid, where that is a sponsor and not the student. */
      sponsor: v.nullable(v.string()),
      amount: amount("Amount"),
      /** How much of it was taken out again. */
      withdrawn: amount("Taken out"),
      paidon: v.string(),
      /** When the bank took it back; null while it counts. */
      takenback: v.nullable(v.string()),
    }),
  ),
  parts: v.array(
    v.strictObject({
      name: v.string(),
      share: v.number(),
      due: v.string(),
      opens: v.array(v.picklist(gates)),
      amount: amount("Amount"),
      left: amount("Left"),
      /** Its day is over and something of it is left. */
      overdue: v.boolean(),
    }),
  ),
  opened: v.array(gate),
});

export type BillShown = v.InferOutput<typeof billShown>;

export const studentOfBill = v.strictObject({
  _id: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  status: v.string(),
});

/** A student's account over all sessions, newest first. */
export const tuitionAccount = v.strictObject({
  student: studentOfBill,
  /** Over all bills; below nothing it is credit. */
  balance: signed,
  bills: v.array(billShown),
  /** Until when it was looked up. */
  asOf: v.string(),
});

export type TuitionAccount = v.InferOutput<typeof tuitionAccount>;
