import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { endSessions } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import {
  everyStudent,
  lockTwo,
  mergeRecords,
  readTwo,
  refuseOwnStudents,
  studentById,
  summaryOf,
} from "../student/student.server.ts";
import {
  approveMerge,
  checkMerge,
  declineMerge,
  proposeMerge,
  readLikeness,
  readMergeEffect,
  studentMerges,
  withdrawMerge,
} from "./student-merge.contract.ts";
import { impossibleMerges, ownMerges } from "./student-merge.impossible.server.ts";
import { mergedMail, mergeTemplates } from "./student-merge.mail.server.ts";
import {
  accountAfter,
  calledOf,
  comparePair,
  mergePair,
  mergeParts,
  type Pair,
  pairOf,
  planMerge,
  requireApart,
  summariesOf,
} from "./student-merge.plan.server.ts";
import { likenessOf } from "./student-merge.read.server.ts";
import type { MergeAccount, MergeState } from "./student-merge.rules.ts";

export const studentMergeRules: RecordRules<typeof studentMerges> = {
  of: studentMerges,
  table: "student_merge",
  within: wholeCollege,
  hidden: (column, member) => sql`exists (select from ${everyStudent()} own
    where own._id in (${column("kept")}, ${column("gone")}) and own.applicant is not null
      and ${isOwn(sql.ref("own.applicant"), member)})`,
};

/** A merge with both records, all locked. */
interface LockedMerge {
  readonly _id: string;
  readonly state: MergeState;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly account: MergeAccount;
  readonly reason: string;
  readonly pair: Pair;
}

/** The students first, as everybody does who changes one; then the proposal. */
async function lockMerge(trx: Trx, id: string): Promise<LockedMerge | undefined> {
  const named = await trx.selectFrom("student_merge").select(["kept", "gone"]).where("_id", "=", id).executeTakeFirst();
  const pair = named && (await lockTwo(trx, named));
  if (!pair) return undefined;
  const merge = await trx
    .selectFrom("student_merge")
    .selectAll()
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...merge, state: merge.state as MergeState, account: merge.account as MergeAccount, pair };
}

/** Nobody decides about a record that is one's own. */
const mergeProposal: ProposalKind<LockedMerge> = {
  noun: "student_merge",
  subject: ({ pair }) => `student:${pair.gone._id}`,
  approval: "student-merges.approve",
  lock: lockMerge,
  async keep({ trx }, { _id }, state, { staff: decidedby, reason }) {
    await trx
      .updateTable("student_merge")
      .set({ state, decidedby, decidedAt: sql`now()`, decision: reason, version: sql`version + 1` })
      .where("_id", "=", _id)
      .execute();
  },
  whyLate: (trx, merge) => decidedAlready(trx, "This merge", merge),
  async refuseOwn({ trx }, who, { pair }) {
    await refuseOwnStudents(trx, who, [pair.kept, pair.gone]);
    return "";
  },
  seenAs: ({ pair }) => ({ title: calledOf(pair.gone), version: pair.kept.version + pair.gone.version }),
  notYours: "Only who proposed this merge withdraws it. Decline it, if you may",
};

export function studentMergeCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const right = "student-merges.change";

  handle(app, readLikeness, staff("student-merges"), async ({ who, params }) => {
    const { applicant: _, ...student } = await summaryOf(app, who, params.id);
    return likenessOf(db, who, student._id);
  });

  handle(app, checkMerge, staff(right), async ({ who, body }) => {
    requireWholeCollege(who);
    const compared = await db.transaction().execute(async (trx) => {
      const pair = await pairOf(trx, body, { held: false });
      await refuseOwnStudents(trx, who, [pair.kept, pair.gone]);
      return comparePair(app, trx, who, body, pair);
    });
    return { ...(await summariesOf(app, who, body)), ...compared };
  });

  handle(app, readMergeEffect, staff("student-merges"), async ({ who, params }) => {
    requireWholeCollege(who);
    const { asked, effect } = await db.transaction().execute((trx) => effectOf(app, trx, who, params.id));
    if (asked === null) return { ...effect, compared: null };
    const { moves, stays, stops } = effect;
    return { moves, stays, stops, compared: { ...(await summariesOf(app, who, asked)), ...effect } };
  });

  handleProposal(app, mergeProposal, proposeMerge, {
    right,
    async propose(work, { who, body }) {
      const pair = await pairOf(work.trx, body, { held: true });
      await refuseOwnStudents(work.trx, who, [pair.kept, pair.gone]);
      refuseStops(await planMerge(app, work.trx, pair, accountAfter(pair, body.account)));
      const _id = await keepProposal(work, who.staff, pair, body);
      return {
        message: `To merge ${calledOf(pair.gone)} into ${calledOf(pair.kept)} is proposed`,
        reply: { _id },
      };
    },
  });

  handleWrittenStep(app, mergeProposal, approveMerge, {
    right: "student-merges.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    async change(work, { _id, pair, account: chosen }, { who }) {
      const { trx } = work;
      requireApart(pair);
      const account = accountAfter(pair, chosen);
      const plan = await planMerge(app, trx, pair, account);
      refuseStops(plan);
      await mergeRecords(work, pair, account);
      const kept = (await studentById(trx, pair.kept._id)) as Pair["kept"];
      const merged = mergePair({ kept, gone: pair.gone }, account);
      for (const { move } of mergeParts(app)) await move?.(work, merged, { staff: who.staff });
      for (const ended of [pair.kept.applicant, pair.gone.applicant])
        if (ended !== null && ended !== account) await endSessions(trx, ended);
      const { moves, stays } = plan;
      await sql`update portal.student_merge set state = 'Approved', decidedby = ${who.staff}, "decidedAt" = now(),
        done = ${JSON.stringify({ moves, stays })}::jsonb, version = version + 1 where _id = ${_id}`.execute(trx);
      for (const mail of mergedMail(config, { kept, gone: pair.gone, before: pair.kept.emailaddress }))
        await writeMail(trx, mail);
      return { message: `${calledOf(pair.gone)} is merged into ${calledOf(kept)}`, after: { kept: kept._id } };
    },
  });

  const stays = ({ pair }: LockedMerge) => `${calledOf(pair.kept)} and ${calledOf(pair.gone)} stay two records`;
  handlePlainStep(app, mergeProposal, declineMerge, {
    right: "student-merges.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: (merge) => `Declined. ${stays(merge)}`,
  });
  handlePlainStep(app, mergeProposal, withdrawMerge, {
    right,
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: (merge) => `Withdrawn. ${stays(merge)}`,
  });
}

/** What a merge came to; of one that waits, what it would, with both records beside it. Nobody looks at one's own. */
async function effectOf(app: FastifyInstance, trx: Trx, who: Officer, id: string) {
  const merge = isId(id)
    ? await trx.selectFrom("student_merge").selectAll().where("_id", "=", id).executeTakeFirst()
    : undefined;
  const pair = merge && (await readTwo(trx, merge));
  if (!pair) throw notFound();
  await refuseOwnStudents(trx, who, [pair.kept, pair.gone]);
  if (merge.state !== "Proposed") return { asked: null, effect: await doneOf(trx, merge._id) };
  if (pair.kept.mergedinto !== null || pair.gone.mergedinto !== null) {
    const stops = ["One of them was merged with another record since. Decline it"];
    return { asked: null, effect: { moves: [], stays: [], stops } };
  }
  const asked = { kept: merge.kept, gone: merge.gone, account: merge.account as MergeAccount };
  return { asked, effect: await comparePair(app, trx, who, asked, pair) };
}

function refuseStops({ stops }: { readonly stops: readonly string[] }): void {
  if (stops.length > 0) throw refuse("merge-held-up", `Something must be settled first. ${stops.join(". ")}`);
}

interface Asked {
  readonly account?: MergeAccount | undefined;
  readonly reason: string;
}

async function keepProposal(
  { trx, note }: Work,
  proposedby: string,
  { kept, gone }: Pair,
  { account = "kept", reason }: Asked,
): Promise<string> {
  const _id = newId();
  const named = { keptname: kept.name, keptmatric: kept.matric, gonename: gone.name, gonematric: gone.matric };
  await onConstraint(
    {
      student_merge_one_proposed: () =>
        refuse(
          "proposal-waits-already",
          `A merge of ${calledOf(gone)} is proposed already, and waits for a second person. Look at it first`,
        ),
    },
    trx
      .insertInto("student_merge")
      .values({ _id, kept: kept._id, gone: gone._id, ...named, account, reason, proposedby })
      .execute(),
  );
  const after = { merge: _id, kept: kept._id, gone: gone._id, account };
  for (const side of [gone, kept])
    note({ deed: "student_merge.propose", subject: `student:${side._id}`, after, reason });
  return _id;
}

async function doneOf(trx: Trx, id: string): Promise<{ moves: string[]; stays: string[]; stops: string[] }> {
  const { done } = await trx.selectFrom("student_merge").select("done").where("_id", "=", id).executeTakeFirstOrThrow();
  const { moves, stays } = (done ?? { moves: [], stays: [] }) as { moves: string[]; stays: string[] };
  return { moves, stays, stops: [] };
}

/** What was proposed about either stays as it was; a proposal about the record that goes names one that was merged. */
const proposalMerge: MergePart = {
  tables: ["student_merge"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ called: string }>`
      select m.name as called from portal.student_merge m where m.state = 'Proposed'
        and (m.kept = ${gone._id} or m.gone = ${gone._id} and m.kept <> ${kept._id} or m.gone = ${kept._id})`.execute(
      trx,
    );
    return {
      stops: rows.map(
        ({ called }) => `Another merge waits for a second person: ${called}. It must be decided or withdrawn first`,
      ),
    };
  },
};

const proposedMerges = (member: string): RawBuilder<unknown> =>
  sql`select from portal.student_merge where state = 'Proposed' and proposedby <> ${member}`;

export const studentMergeNoun: Noun = {
  name: "student-merge",
  templates: mergeTemplates,
  calls: studentMergeCalls,
  listings: [studentMergeRules],
  ownRows: [ownMerges],
  merges: [proposalMerge],
  impossible: impossibleMerges,
  waiting: [
    {
      right: "student-merges.approve",
      rows: ({ staff: member }) => proposedMerges(member),
      one: "One merge of two students' records waits for your approval.",
      many: "merges of students' records wait for your approval.",
      deed: "See the merges",
      link: "/staff/student-merges?state=Proposed",
    },
  ],
};
