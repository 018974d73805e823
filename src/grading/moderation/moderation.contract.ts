import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { moderationLooks, moderationStates } from "./moderation.rules.ts";

const trimester = whole("Semester", 1, 2);
const from = whole("From", 1, 100, "From must be at least 1, and at most 100");
const to = whole("To", 1, 100, "To must be at least 1, and at most 100");

export const moderations = listing({
  noun: "moderation",
  one: "Moderation",
  many: "Moderations",
  page: "moderations",
  link: "/staff/moderations",
  entries: {
    from,
    to,
    state: v.pipe(choice("State", moderationStates), looksLike(moderationLooks)),
    session: refersTo("Session", "session"),
    trimester,
    code: maybe(text("Course", 20)),
    reason: lines("Reason", 500),
    touched: whole("Marks it was seen to touch", 0, 10_000_000),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    revokedby: maybe(refersTo("Revoked by", "staff")),
    revokedAt: maybe(atMinute("Revoked")),
    revocation: maybe(lines("Why revoked", 500)),
  },
  title: ["reason"],
  columns: ["reason", "from", "to", "state", "code", "trimester", "session", "touched"],
  sorts: ["createdAt"],
  filters: ["state", "session"],
  searched: "course or reason",
  none: {
    title: "Nothing was moderated",
    text: "A moderation that somebody proposes is listed here. What was typed stays in every case.",
  },
});

const path = "/staff/ms_moderation";

/** Which marks: of a semester, of one course or of all, from one total to below another. */
const rangeEntries = {
  trimester,
  from: v.pipe(from, v.description("The lowest total that is lifted")),
  to: v.pipe(to, v.description("The total they become: 38 to 40 lifts 38 and 39 to 40")),
  session: v.pipe(maybe(refersTo("Session", "session")), v.description("Left empty: the session that runs")),
  course: v.pipe(maybe(refersTo("Course", "course")), v.description("Left empty: every course of the semester")),
};

/** Specification 3 names trimester, from and to: the session is the running one then, and every course is meant. */
export const moderationEntries = {
  ...rangeEntries,
  reason: v.pipe(maybe(reason), v.description("Left empty: as the board of examiners decided")),
};

const twice = v.strictObject({ before: v.string(), after: v.string() });
const maybeTwice = v.strictObject({ before: v.nullable(v.string()), after: v.nullable(v.string()) });

const moved = v.array(
  v.strictObject({ before: v.nullable(v.string()), after: v.nullable(v.string()), students: v.number() }),
);

/** Whom a moderation touches, and what follows for each. */
export const effect = v.strictObject({
  session: v.string(),
  trimester: v.number(),
  from: v.number(),
  to: v.number(),
  /** Of the course; null for every course. */
  code: v.nullable(v.string()),
  students: v.number(),
  marks: v.number(),
  /** How many of the marks become a pass. */
  passes: v.number(),
  /** Marks of the range that are published already, and stay what they are. */
  published: v.number(),
  /** A sum over whom and which marks: what is proposed by it is about these and no others. */
  seen: v.string(),
  /** Whether it touches what it touched when it was proposed. */
  same: v.boolean(),
  courses: v.array(v.strictObject({ code: v.string(), marks: v.number() })),
  /** Of those whose class of pass or standing becomes another, from which to which. */
  classes: moved,
  standings: moved,
  list: v.array(
    v.strictObject({
      student: v.string(),
      name: v.string(),
      matric: v.nullable(v.string()),
      courses: v.array(v.strictObject({ code: v.string(), raw: v.number(), total: v.number() })),
      gpa: twice,
      cgpa: twice,
      passclass: maybeTwice,
      standing: twice,
    }),
  ),
});

export const previewModeration = post(
  `${path}/preview`,
  "Whom a moderation would touch, and what it would make of each GPA, CGPA, class of pass and standing; changes nothing",
  fields(rangeEntries),
  effect,
);

export const readEffect = get(`${path}/:id/effect`, "Whom a moderation touches now, and what it makes of each", effect);

export const proposeModeration = post(
  path,
  "Proposes that totals from one number to below another become that other; another member of staff approves it",
  fields({ ...moderationEntries, seen: maybe(text("Seen", 64)) }),
  done({ _id: v.string() }),
);

export const approveModeration = post(
  `${path}/:id/approve`,
  "Approves a moderation that somebody else has proposed, of exactly the marks that were seen",
  v.nullish(fields({})),
  done({}),
);

export const declineModeration = post(
  `${path}/:id/decline`,
  "Declines a moderation that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawModeration = post(
  `${path}/:id/withdraw`,
  "Withdraws a moderation that one has proposed oneself",
  v.nullish(fields({})),
  done({}),
);

export const revokeModeration = post(
  `${path}/:id/revoke`,
  "Revokes a moderation while no result of it is published: the totals are again what was typed",
  reasonForm,
  done({}),
);
