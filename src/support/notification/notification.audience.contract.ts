import * as v from "valibot";
import { maybe, refersTo, several } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { reviewStates } from "#selection/review/review.states.contract.ts";

/** Whom a notification can be for. Everybody in it has a verified account. */
export const audiences = [
  "Everybody with an account",
  "Paid, not applied",
  "Applied",
  "At a stage of the desk",
  "Offered a place",
  "Offered, not accepted",
  "Accepted a place",
  "One person",
] as const;

export type Audience = (typeof audiences)[number];

/** What each means, in a sentence. */
export const meaningOf: Readonly<Record<Audience, string>> = {
  "Everybody with an account":
    "Whoever registered since applications of the session opened, or asked for a payment reference in it.",
  "Paid, not applied": "Whoever paid an application fee of the session that no application has used yet.",
  Applied: "Whoever sent an application in the session.",
  "At a stage of the desk": "Whoever has an application that stands at the stages you choose.",
  "Offered a place": "Whoever was offered a place, accepted or not.",
  "Offered, not accepted": "Whoever can still accept an offer and has not.",
  "Accepted a place": "Whoever accepted a place.",
  "One person": "One applicant, by application code, JAMB number or e-mail address.",
};

/** Those that programmes narrow. */
export const byProgramme = (audience: string): boolean =>
  audience !== "" && audience !== "One person" && audience !== "Everybody with an account";

const SESSION = "Choose the session";
const STAGES = "Choose at least one stage";
const PERSON = "Type an application code, a JAMB number or an e-mail address";

/** Whom it is for, as a form says it. */
export const forWhom = v.pipe(
  fields({
    audience: choice("For", audiences),
    session: maybe(refersTo("Session", "session")),
    /** None: whatever the programme. */
    programmes: v.pipe(
      v.optional(v.pipe(v.array(v.string(), "Programmes must be a list"), v.maxLength(200, "Choose at most 200")), []),
      v.title("Programmes"),
    ),
    stages: maybe(several("Stages", reviewStates)),
    person: maybe(text("Code, JAMB number or e-mail", 120)),
  }),
  v.forward(
    v.check(({ audience, session }) => audience === "One person" || session !== undefined, SESSION),
    ["session"],
  ),
  v.forward(
    v.check(({ audience, stages }) => audience !== "At a stage of the desk" || stages !== undefined, STAGES),
    ["stages"],
  ),
  v.forward(
    v.check(({ audience, person }) => audience !== "One person" || person !== undefined, PERSON),
    ["person"],
  ),
  v.title("For whom"),
);

export type ForWhom = v.InferOutput<typeof forWhom>;
