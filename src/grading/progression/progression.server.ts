import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { enqueueLater } from "#platform/jobs/jobs.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { isOwnRecord, refuseOwnRecords, studentsFound } from "#registry/student/student.server.ts";
import {
  approveProgression,
  declineProgression,
  MOST_ON_PAPER,
  previewProgression,
  progressionLines,
  progressions,
  proposeProgression,
  readOutcomes,
  readProgressionPaper,
  revertProgression,
  withdrawProgression,
} from "./progression.contract.ts";
import { impossibleProgressions, ownProgressions, progressionMerge } from "./progression.impossible.server.ts";
import { progressionJob } from "./progression.job.server.ts";
import { keepProgression, previewOf } from "./progression.keep.server.ts";
import { type Outcome, outcomes, type ProgressionState, progressionSteps, UNDO_HOURS } from "./progression.rules.ts";

const progressionRules: RecordRules<typeof progressions> = {
  of: progressions,
  table: "progression_run",
  within: wholeCollege,
};

const lineRules: RecordRules<typeof progressionLines> = {
  of: progressionLines,
  table: "progression_line",
  within: wholeCollege,
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
};

interface KeptProgression {
  readonly _id: string;
  readonly title: string;
  readonly state: ProgressionState;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly finishedAt: string | null;
  readonly undoneby: string | null;
  readonly undoneAt: string | null;
  readonly version: number;
}

async function lockProgression(trx: Trx, id: string): Promise<KeptProgression | undefined> {
  const { rows } =
    await sql<KeptProgression>`select _id, title, state, proposedby, decidedby, "decidedAt", "finishedAt", undoneby,
    "undoneAt", version from portal.progression where _id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Nobody decides about a progression in which they are moved themselves. */
const progressionProposal: ProposalKind<KeptProgression> = {
  noun: "progression",
  approval: "progressions.approve",
  lock: lockProgression,
  mayGo: (from, to) => progressionSteps[from as ProgressionState]?.includes(to as ProgressionState) ?? false,
  keep: keepState,
  whyLate: (trx, kept, to) =>
    to === "Undoing" ? whyNotUndone(trx, kept) : decidedAlready(trx, "This progression", kept),
  async refuseOwn({ trx }, who, { _id }) {
    const { rows } = await sql<{ student: string }>`select l.student from portal.progression_line l
      where l.progression = ${_id} and l.tolevel is not null and ${isOwnRecord(sql.ref("l.student"), who.staff)}`.execute(
      trx,
    );
    await refuseOwnRecords(
      trx,
      who,
      rows.map(({ student }) => student),
    );
    return "";
  },
  seenAs: ({ title, version }) => ({ title, version }),
  notYours: "Only who proposed this progression withdraws it. Decline it, if you may",
};

async function keepState(
  { trx }: Pick<Work, "trx">,
  { _id }: KeptProgression,
  state: string,
  { staff: by, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  const said =
    state === "Undoing"
      ? { undoneby: by, undoneAt: sql<string>`now()`, undoing: reason }
      : { decidedby: by, decidedAt: sql<string>`now()`, decision: reason };
  await trx
    .updateTable("progression")
    .set({ state, ...said, version: sql`version + 1`, updatedAt: sql`now()` })
    .where("_id", "=", _id)
    .execute();
}

async function whyNotUndone(trx: Trx, { state, undoneby, undoneAt }: KeptProgression) {
  const names = await namesOfStaff(trx, undoneby ? [undoneby] : []);
  if (undoneby)
    return stale(
      "already-decided",
      `This progression was taken back already, by ${names.get(undoneby) ?? "a colleague"} on ${asMinute(undoneAt ?? "")}`,
    );
  return stale(
    "progression-not-ended",
    state === "Running"
      ? "Students are still being moved. Wait until it has ended, then take it back"
      : `This progression is ${state}: nobody was moved, so there is nothing to take back`,
  );
}

function progressionCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("progressions");

  handle(app, previewProgression, staff("progressions.change"), ({ who, body }) => {
    requireWholeCollege(who);
    return previewOf(db, body);
  });

  handleProposal(app, progressionProposal, proposeProgression, {
    right: "progressions.change",
    async propose(work, { who, body }) {
      const { _id, title, moving } = await keepProgression(work, who, body);
      return { message: `${title}: to move ${asCount(moving, "student")} is proposed`, reply: { _id } };
    },
  });

  handleStep(app, progressionProposal, approveProgression, {
    right: "progressions.approve",
    to: "Running",
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    async change({ trx }, { _id, title }) {
      await enqueueLater(trx, progressionJob, { progression: _id }, 0, `progression ${_id}`);
      return { message: `Approved. ${title}: students are being moved` };
    },
  });

  handlePlainStep(app, progressionProposal, declineProgression, {
    right: "progressions.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: () => "Declined. Everybody stays where they are",
  });

  handlePlainStep(app, progressionProposal, withdrawProgression, {
    right: "progressions.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: () => "Withdrawn. Everybody stays where they are",
  });

  handleStep(app, progressionProposal, revertProgression, {
    right: "progressions.approve",
    to: "Undoing",
    by: "another",
    deed: "revert",
    async change({ trx }, { _id, finishedAt }) {
      await requireFresh(trx, _id, finishedAt);
      await enqueueLater(trx, progressionJob, { progression: _id }, 0, `progression ${_id}`);
      return { message: "Students are being moved back. Whoever has registered or was billed since stays" };
    },
  });

  handle(app, readOutcomes, view, async ({ who, params }) => {
    requireWholeCollege(who);
    return outcomesOf(db, params.id);
  });

  handle(app, readProgressionPaper, view, async ({ who, params, request }) => {
    requireWholeCollege(who);
    const paper = await paperOf(db, params.id);
    const told = { noun: "progression", name: paper.title, filter: "the list to print", rows: paper.people };
    if (paper.rows) await writeDownExport(app, { who, request }, told);
    return paper;
  });
}

/** A day by the clock of the database; what is asked for later stays. */
async function requireFresh(trx: Trx, id: string, finishedAt: string | null): Promise<void> {
  const { rows } = await sql`select 1 as one from portal.progression p
    where p._id = ${id} and p."finishedAt" > now() - make_interval(hours => ${UNDO_HOURS}::int)`.execute(trx);
  if (rows.length === 0)
    throw stale(
      "too-late-to-undo",
      `This progression ended on ${asMinute(finishedAt ?? "")}, more than ${UNDO_HOURS} hours ago, so it stays. Correct single students on their records`,
    );
}

async function outcomesOf(db: Database, id: string) {
  if (!isId(id)) throw notFound();
  const { rows } = await sql<{ version: number; undoable: string | null }>`select p.version,
      case when p.state = 'Done' and p."finishedAt" > now() - make_interval(hours => ${UNDO_HOURS}::int)
        then p."finishedAt" + make_interval(hours => ${UNDO_HOURS}::int) end as undoable
    from portal.progression p where p._id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const { rows: counts } = await sql<{ outcome: Outcome; count: number }>`select l.outcome, count(*)::int as count
    from portal.progression_line l where l.progression = ${id} group by l.outcome
    order by array_position(${[...outcomes]}::text[], l.outcome)`.execute(db);
  return { ...found, counts };
}

interface OnPaper {
  readonly name: string;
  readonly matric: string | null;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly tolevel: number | null;
}

async function paperOf(db: Database, id: string) {
  const kept = isId(id)
    ? await db
        .selectFrom("progression")
        .select(["title", "state", "people", "proposedby", "createdAt", "decidedby", "decidedAt"])
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!kept) throw notFound();
  const names = await namesOfStaff(db, [kept.proposedby, ...(kept.decidedby ? [kept.decidedby] : [])]);
  const { rows } =
    kept.people > MOST_ON_PAPER
      ? { rows: null }
      : await sql<OnPaper>`select l.name, l.matric, l.outcome, l.reason, l.tolevel from portal.progression_line l
          where l.progression = ${id} order by array_position(${[...outcomes]}::text[], l.outcome), l.place`.execute(
          db,
        );
  return {
    ...kept,
    state: kept.state as ProgressionState,
    proposedby: names.get(kept.proposedby) ?? "A member of staff",
    decidedby: kept.decidedby && (names.get(kept.decidedby) ?? "A member of staff"),
    rows,
  };
}

export const progressionNoun: Noun = {
  name: "progression",
  calls: progressionCalls,
  jobs: [progressionJob],
  listings: [progressionRules, lineRules],
  ownRows: [ownProgressions],
  merges: [progressionMerge],
  impossible: impossibleProgressions,
  waiting: [
    {
      right: "progressions.approve",
      rows: ({ staff: member }) =>
        sql`select from portal.progression p where p.state = 'Proposed' and p.proposedby <> ${member}`,
      one: "One progression waits for your approval.",
      many: "progressions wait for your approval.",
      deed: "See the classes",
      link: "/staff/progressions?state=Proposed",
    },
  ],
};
