import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { choice, record } from "#console/record/record.contract.ts";
import { flag, refersTo, status, whole } from "#console/record/record.fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { providerService } from "../provider-service/provider-service.contract.ts";

const LEVEL = "Level must be one of 100, 200, 300 and so on, up to 900";

/** Which of the provider's services takes the tuition fee of one class. Specification 3. */
export const tuitionFeeItems = record({
  noun: "tuition_fee_item",
  one: "Tuition fee item",
  many: "Tuition fee items",
  page: "tuition-fees",
  link: "/staff/tuition-fees",
  entries: {
    session: usuallyAdmitting,
    programme: refersTo("Programme", "programme"),
    level: v.pipe(
      whole("Level", 100, 900, LEVEL),
      v.check((level) => level % 100 === 0 || level < 100 || level > 900, LEVEL),
    ),
    semester: whole("Semester", 1, 2),
    serviceID: providerService("Service ID"),
    indigene: flag("Indigene", "Indigene", "Non-indigene"),
    isnewstudent: flag("New student", "New", "Returning"),
    status,
  },
  title: ["programme", "level"],
  columns: ["programme", "level", "semester", "indigene", "isnewstudent", "serviceID", "session", "status"],
  sorts: ["level", "createdAt"],
  filters: ["session", "programme", "level", "semester", "indigene", "isnewstudent", "status"],
  searched: null,
  key: ["session", "programme", "level", "semester", "indigene", "isnewstudent"],
});

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

export type TuitionCell = v.InferOutput<typeof cell>;

const tuitionMatrix = v.strictObject({
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
