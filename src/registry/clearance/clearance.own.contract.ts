import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { clearanceStandings, clearanceStates } from "./clearance.rules.ts";

const ownLine = v.strictObject({
  label: v.string(),
  office: v.string(),
  whereto: v.string(),
  bring: v.string(),
  state: v.picklist(clearanceStates),
  reason: v.nullable(v.string()),
  /** When it was decided. */
  at: v.nullable(v.string()),
});
export type OwnClearanceLine = v.InferOutput<typeof ownLine>;

const places = v.array(
  v.strictObject({
    application: v.string(),
    code: v.string(),
    programme: v.string(),
    session: v.string(),
    standing: v.picklist(clearanceStandings),
    lines: v.array(ownLine),
  }),
);

export const readOwnClearance = get(
  "/ms_clearance",
  "What one still shows at which office before one becomes a student, for each place that one has accepted",
  places,
);

export const readStudentClearance = get(
  "/student/clearance",
  "What a student showed at which office, and what an office asks for again",
  places,
);

export type OwnClearance = v.InferOutput<typeof places>[number];
