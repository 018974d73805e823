import * as v from "valibot";
import { applicationsPath } from "#applications/application/application.contract.ts";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, flag, looksLike, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { departureKinds, departureStates, leavingDeeds } from "./departure.rules.ts";

/** Why an applicant gives something up: one of the college's reasons, or another in words. */
export const leavingForm = fields({
  reason: text("Reason", 80),
  words: optional(
    v.pipe(
      lines("In your own words", 500),
      v.minCodePoints(2, "In your own words: write a little more"),
      v.title("In your own words"),
    ),
  ),
});

export const readLeaving = get(
  `${applicationsPath}/:id/leaving`,
  "What the applicant may give up of an application, with the reasons to choose from; else why nothing",
  v.strictObject({
    deed: v.nullable(v.picklist(leavingDeeds)),
    /** Whether the place may be had a session later instead. */
    deferrable: v.boolean(),
    /** Why there is nothing to give up; null where there is. */
    why: v.nullable(v.string()),
    reasons: v.array(v.string()),
    code: v.string(),
    programme: v.string(),
    session: v.string(),
    /** The open reference of the acceptance fee, which is cancelled with it. */
    rrr: v.nullable(v.string()),
  }),
);

export const withdrawApplication = post(
  `${applicationsPath}/:id/withdraw`,
  "Withdraws an own application before the college has decided about it; the fee is not paid back",
  leavingForm,
  done({}),
);

export const declineOffer = post(
  `${applicationsPath}/:id/decline`,
  "Declines an own offer that is not accepted: its seat is free at once, and its open reference is cancelled",
  leavingForm,
  done({}),
);

export const deferOffer = post(
  `${applicationsPath}/:id/defer`,
  "Gives the seat of an own offer free, to be offered the place again in the next session that admits",
  leavingForm,
  done({}),
);

/** What applicants gave up, the newest first. */
export const departures = listing({
  noun: "departure",
  one: "Given up",
  many: "Given up",
  page: "offers",
  link: "/staff/offers/departures",
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    kind: choice("What", departureKinds),
    reason: text("Reason", 80),
    words: maybe(lines("In the applicant's words", 500)),
    late: flag("After the promised day"),
    state: v.pipe(
      choice("State", departureStates),
      looksLike({ Stands: "plain", Proposed: "info", Reinstated: "good" }),
    ),
    why: maybe(lines("Why the applicant is taken back", 500)),
    proposedby: maybe(refersTo("Proposed by", "staff")),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    returnsession: maybe(refersTo("Kept in", "session")),
    returnedAt: maybe(atMinute("Offered again")),
    trouble: maybe(lines("Why not offered again yet", 500)),
    createdAt: atMinute("Given up on"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "programme", "kind", "reason", "words", "state", "createdAt"],
  sorts: ["createdAt", "name"],
  filters: ["kind", "state", "programme", "session", "late"],
  searched: "code, JAMB number or name",
  none: {
    title: "Nobody has given anything up",
    text: "Applications that their applicants withdraw, and offers that they decline, are listed here with the reason.",
  },
});

const path = "/staff/ms_departure/:id";

export const proposeReinstatement = post(
  `${path}/propose`,
  "Proposes to take an applicant back who gave an application or an offer up",
  reasonForm,
  done({}),
);

const nothing = v.nullish(fields({}));

export const approveReinstatement = post(
  `${path}/approve`,
  "Takes the applicant back: a withdrawn application is with the desk again, a declined offer goes out anew while a seat is free, a deferred place is kept in the session that admits",
  nothing,
  done({}),
);

export const dismissReinstatement = post(
  `${path}/dismiss`,
  "Leaves given up what another has proposed to give back",
  nothing,
  done({}),
);

export const takeReinstatementBack = post(
  `${path}/take-back`,
  "Gives up the proposal that one has made oneself to take an applicant back",
  nothing,
  done({}),
);
