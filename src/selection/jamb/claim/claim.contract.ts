import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";

/** What JAMB's list holds and a stranger seldom knows. The list of a session says which of them is asked: the first that it has. */
export const secrets = ["Date of birth", "UTME score"] as const;

export type Secret = (typeof secrets)[number];

/** As long as a day of birth; which of the two it is, the list says. */
export const claimForm = fields({
  jamb: jambNumber,
  secret: v.pipe(text("Answer", 10), v.title("Answer")),
});

const perhaps = v.nullable(v.string());

const toldByJamb = v.strictObject({
  /** The claim's `_id`, under which it is corrected. */
  _id: v.string(),
  jamb: v.string(),
  at: v.string(),
  name: v.string(),
  gender: perhaps,
  stateoforigin: perhaps,
  lgaoforigin: perhaps,
  /** As JAMB calls it. */
  course: perhaps,
  subjects: perhaps,
  utme: v.nullable(v.number()),
  /** "Names", "UTME subjects and score": what the applicant may say is wrong, by its kind. */
  disputable: v.array(v.strictObject({ kind: v.string(), name: v.string() })),
  /** What was said to be wrong, newest first. */
  disputed: v.array(
    v.strictObject({ _id: v.string(), about: v.string(), newvalue: v.string(), state: v.string(), decision: perhaps }),
  ),
});

export type ToldByJamb = v.InferOutput<typeof toldByJamb>;

const ownClaim = v.strictObject({
  /** The session that admits; null while none does. */
  session: v.nullable(v.strictObject({ _id: v.string(), name: v.string() })),
  /** What is asked beside the number; null while no list came that could be claimed from. */
  asks: v.nullable(v.picklist(secrets)),
  /** The number of the account. */
  jamb: v.string(),
  /** Until when no more tries are taken; null while there are some. */
  until: perhaps,
  claim: v.nullable(toldByJamb),
});

export type OwnClaim = v.InferOutput<typeof ownClaim>;

export const readOwnClaim = get(
  "/ms_jamb_claim",
  "What JAMB's list has of the applicant once it is claimed, else what is asked for the claim",
  ownClaim,
);

export const claimJamb = post(
  "/ms_jamb_claim",
  "Claims a row of JAMB's list by its number and one secret; few tries, and a wrong secret reads as a number that is not there",
  claimForm,
  done({}),
);

/** Who claimed which number. */
export const jambClaims = listing({
  noun: "jamb_claim",
  one: "Claim",
  many: "Claims",
  page: "jamb-lists",
  link: "/staff/jamb-lists/claims",
  entries: {
    jamb: text("JAMB number", 14),
    name: text("Name with JAMB", 200),
    programme: maybe(refersTo("Programme here", "programme")),
    secret: choice("Knew", secrets),
    session: refersTo("Session", "session"),
    createdAt: atMinute("Claimed"),
  },
  title: ["jamb", "name"],
  columns: ["jamb", "name", "programme", "secret", "createdAt"],
  sorts: ["jamb", "createdAt"],
  filters: ["session", "programme"],
  searched: "JAMB number or name",
});

export const openClaim = post(
  "/staff/ms_jamb_claim/open",
  "Gives a number, and the account that has it, new tries, after the person has shown the JAMB slip",
  fields({ jamb: jambNumber }),
  done({}),
);
