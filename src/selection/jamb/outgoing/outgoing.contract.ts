import { listing } from "#console/record/record.contract.ts";
import { maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";
import { reviewStates } from "../../review/review.rules.ts";

const outcomes = ["Offer", "Waiting", "Not placed"] as const;

/** Whom the college proposes on CAPS, by JAMB number, with what it ranked them by. The `_id` is the application's. */
export const capsProposals = listing({
  noun: "caps_proposal",
  one: "Proposal",
  many: "Proposals",
  page: "jamb-lists",
  link: "/staff/jamb-lists/proposals",
  entries: {
    jamb: text("JAMB number", 14),
    name: text("Name", 200),
    gender: choice("Sex", genders),
    programme: refersTo("Programme", "programme"),
    type: choice("Mode of entry", modesOfEntry),
    utme: maybe(whole("UTME", 0, 400)),
    screening: maybe(text("Screening", 6)),
    credits: whole("O-Level credits", 0, 99),
    grades: maybe(text("O-Level grades", 200)),
    points: maybe(whole("O-Level points", 0, 1_000)),
    aggregate: maybe(text("Aggregate", 10)),
    rank: maybe(whole("Rank", 1, 1_000_000)),
    outcome: maybe(choice("Merit list", outcomes)),
    quota: maybe(text("Quota", 60)),
    stateoforigin: choice("State", namesOfStates),
    lgaoforigin: text("Local government area", 60),
    state: choice("Stage", reviewStates),
    session: refersTo("Session", "session"),
  },
  title: ["jamb", "name"],
  columns: ["jamb", "name", "programme", "utme", "screening", "points", "aggregate", "quota", "stateoforigin", "state"],
  sorts: ["jamb", "name"],
  filters: ["session", "programme", "state", "outcome", "stateoforigin"],
  searched: "code, JAMB number, phone or name",
});
