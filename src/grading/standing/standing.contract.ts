import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { proposalStates, proposedLooks, proposedStandings, standingLooks } from "./standing.rules.ts";

/** Warnings, probations and withdrawals as the rules propose them, and what became of them. */
export const standings = listing({
  noun: "standing",
  one: "Academic standing",
  many: "Academic standings",
  page: "standings",
  link: "/staff/standings",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    standing: v.pipe(choice("Standing", proposedStandings), looksLike(proposedLooks)),
    rule: lines("Why", 200),
    state: v.pipe(choice("State", proposalStates), looksLike(standingLooks)),
    session: refersTo("Session", "session"),
    semester: whole("Semester", 1, 2),
    programme: maybe(refersTo("Programme", "programme")),
    level: maybe(whole("Level", 100, 900)),
    student: refersTo("Record", "student"),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
  },
  title: ["standing", "name"],
  columns: ["name", "standing", "rule", "state", "matric", "programme", "level", "session", "semester"],
  sorts: ["createdAt"],
  filters: ["state", "standing", "session", "semester", "programme", "student"],
  beginsWhole: true,
  searched: "matric number or name",
  none: {
    title: "Nobody's standing was proposed yet",
    text: "After a semester is published, let the rules find who is warned, on probation or to be withdrawn. Another person approves it.",
  },
});

const path = "/staff/ms_standing";

export const findForm = fields({
  session: refersTo("Session", "session"),
  semester: whole("Semester", 1, 2),
  programme: maybe(refersTo("Programme", "programme")),
  level: maybe(whole("Level", 100, 900)),
});

export const findStandings = post(
  `${path}/find`,
  "Proposes the standing of whoever a rule finds at the end of a published semester, once each; another member of staff approves it",
  findForm,
  done({ looked: v.number(), proposed: v.number(), overtaken: v.number(), known: v.number() }),
);

const decided = done({ decided: v.number() });

export const approveStandings = post(
  `${path}/approve`,
  "Approves one proposed standing or many, all or none; a withdrawal changes the status at once",
  fields(chosenEntries),
  decided,
);

export const declineStandings = post(
  `${path}/decline`,
  "Declines one proposed standing or many, all or none, with a reason",
  fields({ reason, ...chosenEntries }),
  decided,
);

export const withdrawStandings = post(
  `${path}/withdraw`,
  "Withdraws one standing or many that one has proposed oneself, all or none",
  fields(chosenEntries),
  decided,
);

const own = v.strictObject({
  _id: v.string(),
  standing: v.picklist(proposedStandings),
  rule: v.string(),
  session: v.string(),
  semester: v.number(),
  at: v.string(),
});

export type OwnStandingRow = v.InferOutput<typeof own>;

export const readOwnStandings = get(
  "/student/standing",
  "One's own warnings, probations and withdrawals that were approved, the newest first",
  v.array(own),
);
