import * as v from "valibot";
import { reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

/** Something that a session lacks before it can admit: in a sentence, and where it is put right. */
export const sessionHole = v.strictObject({
  /** The programme that lacks it; null where the whole college does. */
  programme: v.nullable(v.strictObject({ _id: v.string(), label: v.string() })),
  /** What it is about, the same for all holes of one kind: "Application fee". */
  about: v.string(),
  sentence: v.string(),
  /** The console's page where it is put right, such as `/staff/intakes?session=…&programme=…`. */
  link: v.string(),
});

export type SessionHole = v.InferOutput<typeof sessionHole>;

export const openingForm = fields({
  from: v.pipe(reference("Copy from"), v.title("Copy from")),
  to: v.pipe(reference("Session"), v.title("Session")),
  check: v.optional(v.boolean("Check must be true or false")),
});

export const openSession = post(
  "/staff/ms_session_opening",
  "Copies into a session what an earlier one has and it has not; with `check` it only tells what would be copied",
  openingForm,
  done({
    parts: v.array(v.strictObject({ name: v.string(), count: v.number(), remark: v.nullable(v.string()) })),
  }),
);

export const listHoles = get(
  "/staff/ms_session_opening/:id/holes",
  "What a session lacks before it can admit, college-wide and for each programme that takes applicants",
  v.array(sessionHole),
);
