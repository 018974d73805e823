import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, refuseForm, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { refuseOwnRecords } from "#registry/student/student.server.ts";
import {
  approveModeration,
  declineModeration,
  moderations,
  previewModeration,
  proposeModeration,
  readEffect,
  revokeModeration,
  withdrawModeration,
} from "./moderation.contract.ts";
import { effectOf, publishedIn, type Range, sightOf, studentsTouched } from "./moderation.effect.server.ts";
import { impossibleModerations } from "./moderation.impossible.server.ts";
import { type ModerationState, mayModerationGo, moderationWords, USUAL_REASON } from "./moderation.rules.ts";
import { lockTerm, unlessBeingMade } from "./moderation.scores.server.ts";

export {
  lockTerm,
  moderatedTotal,
  moderationsInForce,
  type PendingAttempt,
  pendingAttempts,
  scoresToGoOut,
} from "./moderation.scores.server.ts";

const moderationRules: RecordRules<typeof moderations> = {
  of: moderations,
  table: "moderation",
  within: wholeCollege,
};

interface LockedModeration extends Range {
  readonly _id: string;
  readonly state: ModerationState;
  readonly touched: number;
  readonly seen: string;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly version: number;
}

const moderationProposal: ProposalKind<LockedModeration> = {
  noun: "moderation",
  approval: "moderations.approve",
  async lock(trx, id) {
    const { rows } =
      await sql<LockedModeration>`select _id, session, trimester, class, code, "from", "to", state, touched, seen,
      proposedby, decidedby, "decidedAt", version from portal.moderation where _id = ${id} for update`.execute(trx);
    return rows[0];
  },
  mayGo: (from, to) => mayModerationGo(from as ModerationState, to as ModerationState),
  keep: ({ trx }, { _id }, to, { staff: by, reason }) =>
    sql`update portal.moderation set state = ${to}, decidedby = ${by}, "decidedAt" = now(), decision = ${reason},
      version = version + 1, "updatedAt" = now() where _id = ${_id}`.execute(trx),
  whyLate: (trx, moderation) => decidedAlready(trx, "This moderation", moderation),
  async refuseOwn({ trx }, who, moderation) {
    await refuseOwnRecords(trx, who, await studentsTouched(trx, moderation));
    return "";
  },
  notYours: "Only who proposed this moderation withdraws it. Decline it, if you may",
};

function moderationCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, previewModeration, staff("moderations.change"), async ({ who, body }) => {
    requireWholeCollege(who);
    return effectOf(db, await rangeOf(db, body), null);
  });

  handle(app, readEffect, staff("moderations"), async ({ who, params }) => {
    requireWholeCollege(who);
    const { rows } = isId(params.id)
      ? await sql<Range & { seen: string; state: ModerationState }>`
        select session, trimester, class, code, "from", "to", seen, state from portal.moderation where _id = ${params.id}`.execute(
          db,
        )
      : { rows: [] };
    const [found] = rows;
    if (!found) throw notFound();
    return effectOf(db, found, found.state === "Proposed" ? found.seen : null);
  });

  handleProposal(app, moderationProposal, proposeModeration, {
    right: "moderations.change",
    async propose(work, { who, body }) {
      const range = await rangeOf(work.trx, body);
      const { _id, touched } = await keepProposal(work, who, range, body);
      return {
        message: `${moderationWords(range)}${range.code ? ` in ${range.code}` : ""} is proposed, for ${asCount(touched, "mark")}`,
        reply: { _id },
      };
    },
  });

  handleWrittenStep(app, moderationProposal, approveModeration, {
    right: "moderations.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change(work, moderation, { who }) {
      await lockTerm(work.trx, moderation.session, moderation.trimester);
      await requireAsSeen(work.trx, moderation);
      await unlessBeingMade(
        sql`update portal.moderation set state = 'Approved', decidedby = ${who.staff}, "decidedAt" = now(), version = version + 1,
          "updatedAt" = now() where _id = ${moderation._id}`.execute(work.trx),
      );
      const message = `Approved: ${moderationWords(moderation)}, for ${asCount(moderation.touched, "mark")}. What was typed stays on the sheets`;
      return { message, after: { touched: moderation.touched } };
    },
  });

  handlePlainStep(app, moderationProposal, declineModeration, {
    right: "moderations.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: () => "Declined. The totals stay what was typed",
  });

  handlePlainStep(app, moderationProposal, withdrawModeration, {
    right: "moderations.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: () => "Withdrawn. The totals stay what was typed",
  });

  handleWrittenStep(app, moderationProposal, revokeModeration, {
    right: "moderations.approve",
    to: "Revoked",
    by: "anybody",
    deed: "revoke",
    async change({ trx }, moderation, { who, body }) {
      await lockTerm(trx, moderation.session, moderation.trimester);
      await requireUnpublished(trx, moderation);
      await unlessBeingMade(
        sql`update portal.moderation set state = 'Revoked', revokedby = ${who.staff}, "revokedAt" = now(),
          revocation = ${body.reason}, version = version + 1, "updatedAt" = now() where _id = ${moderation._id}`.execute(
          trx,
        ),
      );
      return { message: "Revoked. The totals are again what was typed" };
    },
  });
}

interface Asked {
  readonly trimester: number;
  readonly from: number;
  readonly to: number;
  readonly session?: string | undefined;
  readonly course?: string | undefined;
}

/** The running session, and every class, where nothing else is said. */
async function rangeOf(db: Database | Trx, { trimester, from, to, session: said, course }: Asked): Promise<Range> {
  if (from >= to) {
    const sentence = "To must be greater than From";
    throw refuseForm("form-invalid", sentence, { to: sentence });
  }
  const session = said ?? (await usualRunningSession(db)).session;
  const known = session && isId(session) ? await sessionsById(db, [session]) : new Map();
  if (!session || !known.has(session))
    throw refuseFields("choice-not-found", {
      session: said ? "This session was not found. Choose it from the list" : "No session runs. Choose the session",
    });
  const range = { session, trimester, from, to };
  if (course === undefined) return { ...range, class: null, code: null };
  const { rows } = isId(course)
    ? await sql<{ class: string; code: string }>`select c.class, c.code from ${everyCourse()} c
        where c._id = ${course} and c.session = ${session} and c.semester = ${trimester}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found)
    throw refuseFields("choice-not-found", { course: "This course is not one of that semester. Choose another" });
  return { ...range, class: found.class, code: found.code };
}

interface Wanted {
  readonly reason?: string | undefined;
  readonly seen?: string | undefined;
}

async function keepProposal(
  { trx, note }: Work,
  who: Officer,
  range: Range,
  { reason = USUAL_REASON, seen: was }: Wanted,
) {
  await lockTerm(trx, range.session, range.trimester);
  await requireApart(trx, range);
  await refuseOwnRecords(trx, who, await studentsTouched(trx, range));
  const { marks, seen } = await sightOf(trx, range);
  if (was !== undefined && was !== seen)
    throw stale(
      "looks-different-now",
      `It looks different now: ${asCount(marks, "mark is", "marks are")} in the range, and not those that you saw. Look again, then propose it`,
    );
  const _id = newId();
  await onConstraint(
    { moderation_apart: () => overlapping() },
    sql`insert into portal.moderation (_id, session, trimester, class, code, "from", "to", reason, proposedby, touched, seen)
      values (${_id}, ${range.session}, ${range.trimester}, ${range.class}, ${range.code}, ${range.from}, ${range.to}, ${reason},
        ${who.staff}, ${marks}, ${seen})`.execute(trx),
  );
  note({ deed: "moderation.propose", subject: `moderation:${_id}`, after: { ...range, touched: marks }, reason });
  return { _id, touched: marks };
}

/** A moderation of one course and one of all courses are about the same marks too; the constraint knows two of a kind alone. */
async function requireApart(trx: Trx, { session, trimester, class: of, from, to }: Range): Promise<void> {
  const { rows } = await sql<{ from: number; to: number; code: string | null; state: string }>`
    select "from", "to", code, state from portal.moderation where session = ${session} and trimester = ${trimester}
      and state in ('Proposed', 'Approved') and (class is null or ${of}::uuid is null or class = ${of})
      and int4range("from", "to") && int4range(${from}, ${to}) limit 1`.execute(trx);
  if (rows[0]) throw overlapping(rows[0]);
}

function overlapping(other?: { from: number; to: number; code: string | null; state: string }) {
  const which = other
    ? ` (${moderationWords(other)}${other.code ? ` in ${other.code}` : ""}, ${other.state.toLowerCase()})`
    : "";
  return refuseFields("moderation-overlaps", {
    from: `Another moderation of this semester is about some of these totals already${which}, and a total is moderated once. Choose another range, or have that one withdrawn or revoked first`,
  });
}

/** Nothing is approved that the preview did not tell of. */
async function requireAsSeen(trx: Trx, { seen, touched, ...range }: LockedModeration): Promise<void> {
  const now = await sightOf(trx, range);
  if (now.seen === seen) return;
  const counts =
    now.marks === touched
      ? `${asCount(now.marks, "mark is", "marks are")} touched as then, but not the same ones`
      : `${asCount(now.marks, "mark", "marks")} instead of ${touched}`;
  throw stale(
    "looks-different-now",
    `It looks different now: ${counts}. Nothing was approved. Decline it, and have it proposed anew from what stands there now`,
  );
}

async function requireUnpublished(trx: Trx, { to, ...range }: LockedModeration): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${publishedIn({ ...range, to })} p
    where p.total = ${to}`.execute(trx);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw refuse(
      "results-published-already",
      `${asCount(count, "result that it moderated is", "results that it moderated are")} published, so it stays. Recall that publication first, or have the mark rectified`,
    );
}

export const moderationNoun: Noun = {
  name: "moderation",
  calls: moderationCalls,
  listings: [moderationRules],
  impossible: impossibleModerations,
  waiting: [
    {
      right: "moderations.approve",
      rows: ({ staff: member }) =>
        sql`select from portal.moderation where state = 'Proposed' and proposedby <> ${member}`,
      one: "One moderation waits for your approval.",
      many: "moderations wait for your approval.",
      deed: "See the moderations",
      link: "/staff/moderations?state=Proposed",
    },
  ],
};
