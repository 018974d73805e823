import { listing } from "#console/listing/listing.contract.ts";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.contract.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.contract.ts";
import { verdicts } from "../review/review.rules.ts";
import { everyKind, standings } from "./recommendation.reasons.contract.ts";

/** What a dean said to a decision. */
export const answers = ["Not yet", "Countersigned", "Sent back"] as const;

/** Applications that wait for a head of department or have a decision. The `_id` is the application's. */
export const recommendations = listing({
  noun: "recommendation",
  one: "Application",
  many: "Recommendations",
  page: "recommendations",
  link: "/staff/recommendations",
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    type: choice("Mode of entry", modesOfEntry),
    gender: choice("Sex", genders),
    stateoforigin: choice("State of origin", namesOfStates),
    verdict: maybe(choice("Verdict", verdicts)),
    credits: whole("Credits", 0, 99),
    grades: maybe(text("Grades", 200)),
    utme: maybe(whole("UTME", 0, 400)),
    screening: maybe(text("Screening", 6)),
    state: choice("Decision", standings),
    kind: maybe(choice("Reason", everyKind)),
    reason: maybe(text("In words", 500)),
    recommendedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    answer: maybe(choice("Countersignature", answers)),
  },
  title: ["code", "name"],
  columns: [
    "code",
    "name",
    "programme",
    "verdict",
    "credits",
    "grades",
    "utme",
    "screening",
    "state",
    "kind",
    "answer",
  ],
  sorts: ["createdAt", "name", "code"],
  filters: ["state", "verdict", "answer", "programme", "session"],
  searched: "code, JAMB number, phone or name",
  settled: { "state=Checked": "Nothing left to decide" },
});
