import * as v from "valibot";
import { choice } from "#console/record/record.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** One class of a programme: who pays, and to which service. */
const cell = v.strictObject({
  level: v.number(),
  semester: v.number(),
  indigene: v.boolean(),
  isnewstudent: v.boolean(),
  /** The item that says to which service; null where there is none yet. */
  item: v.nullable(v.strictObject({ _id: v.string(), serviceID: v.string(), status: v.boolean() })),
  /** The sum of the lines that apply, in naira. */
  amount: amount("Amount"),
  /** Why such students cannot pay yet, in a few words; null where they can. */
  hole: v.nullable(v.string()),
});

export type Cell = v.InferOutput<typeof cell>;

export const tuitionMatrix = v.strictObject({
  session: choice,
  programme: choice,
  levels: v.array(v.number()),
  cells: v.array(cell),
  holes: v.number(),
});

export type TuitionMatrix = v.InferOutput<typeof tuitionMatrix>;

export const readTuitionMatrix = get(
  "/staff/ms_tuition_fee_item/matrix",
  "For each class of a programme (?programme=) in a session (?session=, else the one that admits): its service, what it costs, what is lacking",
  tuitionMatrix,
);
