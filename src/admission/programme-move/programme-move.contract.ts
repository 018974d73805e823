import * as v from "valibot";
import { furtherChoices, keptChoices } from "#applications/application/application.contract.ts";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, onDay, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";
import { modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { answerTimes, moveLooks, moveStates } from "./programme-move.rules.ts";

/** Who asks for another programme or is offered one, the newest first. */
export const programmeMoves = listing({
  noun: "programme_move",
  one: "Change of programme",
  many: "Changes of programme",
  page: "programme-moves",
  link: "/staff/programme-moves",
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    fromprogramme: refersTo("From", "programme"),
    programme: refersTo("To", "programme"),
    state: v.pipe(choice("State", moveStates), looksLike(moveLooks)),
    reason: lines("Reason", 500),
    askedby: maybe(refersTo("Proposed by", "staff")),
    answerby: maybe(onDay("Answer by")),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    answeredAt: maybe(atMinute("Answered")),
    application: refersTo("Application", "review"),
    createdAt: atMinute("Asked"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "fromprogramme", "programme", "state", "answerby", "createdAt"],
  sorts: ["createdAt", "name"],
  filters: ["state", "programme", "fromprogramme"],
  asked: {
    from: edgeDay("Asked from", { of: "createdAt", side: "from" }),
    to: edgeDay("Asked to", { of: "createdAt", side: "to" }),
  },
  searched: "code or name",
  none: {
    title: "Nobody changes programme",
    text: "What applicants ask for, and other programmes that the office proposes, stands here.",
  },
});

const named = v.strictObject({ _id: v.string(), title: v.string() });

const ownMove = v.strictObject({
  _id: v.string(),
  /** Whether the applicant asked for it; else the office offers it. */
  own: v.boolean(),
  from: v.string(),
  to: v.string(),
  reason: v.string(),
  state: v.picklist(moveStates),
  /** The last day to answer, in Lagos. */
  answerby: v.nullable(v.string()),
  /** Days from today to that day, by the portal's clock; negative once it is over. */
  daysleft: v.nullable(v.number()),
  /** Why the office refused it. */
  decision: v.nullable(v.string()),
  createdAt: v.string(),
  /** Documents that the other programme requires and that were not handed in. */
  missing: v.array(v.string()),
});

export type OwnMove = v.InferOutput<typeof ownMove>;

const ownApplication = v.strictObject({
  application: v.string(),
  code: v.string(),
  programme: named,
  type: v.picklist(modesOfEntry),
  choices: keptChoices,
  /** Why the second and third choice can not be changed now; null where they can. */
  choosewhy: v.nullable(v.string()),
  /** Why no other programme can be asked for now; null where one can. */
  askwhy: v.nullable(v.string()),
  /** The newest first. */
  moves: v.array(ownMove),
});

export type OwnApplication = v.InferOutput<typeof ownApplication>;

const path = "/ms_programme_move";

export const readOwnMoves = get(
  path,
  "The applicant's applications with their choices, what was asked for or offered, and what can still be changed",
  v.array(ownApplication),
);

export const saveChoices = put(
  "/ms_application_choices/:id",
  "Sets the second and the third choice of an application, while the session takes applications and no list is agreed to",
  fields({ choices: furtherChoices }),
  done({}),
);

export const askForm = fields({ application: reference("Application"), programme: reference("Programme"), reason });

export const askMove = post(
  path,
  "Asks for another programme on the same application and fee, before an offer; the office decides",
  askForm,
  done({ _id: v.string() }),
);

const nothing = v.nullish(fields({}));

export const withdrawMove = post(`${path}/:id/withdraw`, "Takes back what one has asked for", nothing, done({}));

export const acceptMove = post(
  `${path}/:id/accept`,
  "Says yes to another programme that the office offers, by its last day: the application goes there",
  nothing,
  done({}),
);

export const declineMove = post(
  `${path}/:id/decline`,
  "Says no to another programme that the office offers: the application stays",
  nothing,
  done({}),
);

const deeds = "/staff/ms_programme_move";

/** So many are proposed at once. */
export const MOST_AT_ONCE = 200;

export const proposeForm = fields({
  codes: v.pipe(lines("Application codes", 8_000), v.title("Application codes")),
  programme: reference("Programme"),
  days: choice("Time to answer", answerTimes),
  reason,
});

export const proposeMoves = post(
  deeds,
  "Proposes another programme for applications that get none of their choices, all or none; a second person approves",
  proposeForm,
  done({ count: v.number() }),
);

export const readMove = get(
  `${deeds}/:id/standing`,
  "What a change of programme would bring about, as things stand now",
  v.strictObject({
    version: v.number(),
    state: v.picklist(moveStates),
    /** Whether the asker proposed it. */
    own: v.boolean(),
    /** Why it can not be approved now; null where it can, or is decided. */
    why: v.nullable(v.string()),
    /** What the entry rules of the other programme say. */
    verdict: v.string(),
    sentence: v.string(),
    /** Free seats there; null where nobody has said how many. */
    free: v.nullable(v.number()),
    missing: v.array(v.string()),
    /** What JAMB's list says of the number, where it is another programme; null where it says nothing against. */
    jamb: v.nullable(v.string()),
  }),
);

/** What was on the screen: nothing is decided on unseen. */
const seen = v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version"));

export const approveMove = post(
  `${deeds}/:id/approve`,
  "Approves a change of programme: what the applicant asked for moves at once, what the office proposed is offered to the applicant",
  fields({ seen }),
  done({}),
);

export const refuseMove = post(
  `${deeds}/:id/refuse`,
  "Refuses a change of programme, with a reason; the applicant reads it where he or she asked",
  fields({ ...reasonForm.entries, seen }),
  done({}),
);

export const takeMoveBack = post(
  `${deeds}/:id/take-back`,
  "Takes back another programme that one has proposed oneself, before it is approved",
  nothing,
  done({}),
);
