import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { recallUnread } from "#registry/course-result/course-result.server.ts";
import { standByProfilesOf } from "../academic-record/academic-record.server.ts";
import { lockTerm } from "../moderation/moderation.server.ts";
import { publishJob } from "./make/make.server.ts";
import {
  approvePublication,
  callOffPublication,
  declinePublication,
  proposePublication,
  withdrawPublication,
} from "./publication.contract.ts";
import { beginTakingBack, isDue, type LockedPublication, lockPublication } from "./publication.lock.server.ts";
import {
  type Batch,
  batchesOf,
  refuseOwnBatches,
  sightOf,
  studentsIn,
  type Term,
  unprofiledOf,
} from "./publication.read.server.ts";
import { mayPublicationGo, type PublicationState } from "./publication.rules.ts";

const publicationProposal: ProposalKind<LockedPublication> = {
  noun: "publication",
  approval: "publications.approve",
  lock: lockPublication,
  mayGo: (from, to) => mayPublicationGo(from as PublicationState, to as PublicationState),
  keep: ({ trx }, { _id }, to, { staff: by, reason }) =>
    sql`update portal.publication set state = ${to}, decidedby = ${by}, "decidedAt" = now(), decision = ${reason},
      version = version + 1, "updatedAt" = now() where _id = ${_id}`.execute(trx),
  whyLate: (trx, publication) => decidedAlready(trx, `“${publication.title}”`, publication),
  async refuseOwn({ trx }, who, publication) {
    await refuseOwnBatches(trx, who, publication, publication.batches);
    return "";
  },
  notYours: "Only who proposed this publication withdraws it. Decline it, if you may",
};

export function publicationProposeCalls(app: FastifyInstance): void {
  handleProposal(app, publicationProposal, proposePublication, {
    right: "publications.change",
    async propose(work, { who, body }) {
      const { term, batches } = await chosenOf(work.trx, body);
      const kept = await keepProposal(work, who, term, batches, body);
      return {
        message: `${asCount(kept.results, "result")} of ${asCount(kept.students, "student")} are proposed to go out on ${asMinute(body.at)}`,
        reply: { _id: kept._id },
      };
    },
  });

  handleWrittenStep(app, publicationProposal, approvePublication, {
    right: "publications.approve",
    to: "Being made",
    by: "another",
    deed: "approve",
    async change(work, publication, { who }) {
      const { trx } = work;
      if (publication.due)
        throw refuse(
          "time-is-over",
          `Its minute, ${asMinute(publication.at)}, is over. Decline it, and have it proposed with a later one`,
        );
      await requireProfiles(trx, publication, publication.batches);
      // Before it is compared: a rule that is being changed is waited for, and none is changed from here on.
      await standByThese(trx, publication, publication.batches);
      await requireAsSeen(trx, publication);
      await publicationProposal.keep(work, publication, "Being made", { staff: who.staff, reason: null });
      // Counted anew while they are made.
      await sql`update portal.publication set students = 0, results = 0 where _id = ${publication._id}`.execute(trx);
      await enqueue(trx, publishJob, { publication: publication._id });
      return { message: `Approved. The results are frozen now, and go out on ${asMinute(publication.at)}` };
    },
  });

  handlePlainStep(app, publicationProposal, declinePublication, {
    right: "publications.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: () => "Declined. Nothing goes out",
  });

  handlePlainStep(app, publicationProposal, withdrawPublication, {
    right: "publications.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: () => "Withdrawn. Nothing goes out",
  });

  handleWrittenStep(app, publicationProposal, callOffPublication, {
    right: "publications.approve",
    to: "Being recalled",
    by: "anybody",
    deed: "call-off",
    async change({ trx }, publication, { body }) {
      if (publication.state !== "Planned" || publication.due) throw outAlready(publication);
      await beginTakingBack(trx, publication);
      // Its minute may come before the job does.
      await recallUnread(trx, publication._id);
      await sql`update portal.publication set decision = ${body.reason} where _id = ${publication._id}`.execute(trx);
      await enqueue(trx, publishJob, { publication: publication._id });
      // Taking back many results takes a while, and they are read until this is written.
      if (await isDue(trx, publication._id)) throw outAlready(publication);
      return { message: "Called off. Nothing goes out" };
    },
  });
}

const outAlready = ({ at }: LockedPublication) =>
  refuse(
    "results-published-already",
    `Its minute, ${asMinute(at)}, is over, so students may have read it. Propose to recall it`,
  );

interface Chosen {
  readonly session?: string | undefined;
  readonly semester?: number | undefined;
  readonly batches: readonly Batch[];
}

/** The semester that runs where no other is said. Refuses classes that there are not. */
export async function chosenOf(
  db: Database | Trx,
  { session: said, semester, batches }: Chosen,
): Promise<{ term: Term; batches: Batch[] }> {
  const running = await usualRunningSession(db);
  const session = said ?? running.session;
  const known = session && isId(session) ? await sessionsById(db, [session]) : new Map();
  if (!session || !known.has(session))
    throw refuseFields("choice-not-found", {
      session: said ? "This session was not found. Choose it from the list" : "No session runs. Choose the session",
    });
  const ids = [...new Set(batches.map(({ programme }) => programme))];
  const programmes = await programmesById(db, ids.filter(isId));
  if (ids.some((id) => !programmes.has(id)))
    throw refuseFields("choice-not-found", {
      batches: "One of these programmes was not found. Choose them from the list",
    });
  const once = new Map(batches.map((batch) => [`${batch.programme} ${batch.level}`, batch]));
  return { term: { session, semester: semester ?? running.semester ?? 1 }, batches: [...once.values()] };
}

interface Wanted {
  readonly at: string;
  readonly note?: string | undefined;
  readonly seen?: string | undefined;
}

async function keepProposal(
  { trx, note: tell }: Work,
  who: Officer,
  term: Term,
  batches: readonly Batch[],
  { at, note, seen: was }: Wanted,
) {
  await lockTerm(trx, term.session, term.semester);
  await requireToCome(trx, at);
  await requireFree(trx, term, batches);
  await refuseOwnBatches(trx, who, term, batches);
  await requireProfiles(trx, term, batches);
  const { sheets, seen } = await sightOf(trx, term, batches);
  if (was !== undefined && was !== seen)
    throw stale(
      "looks-different-now",
      "Sheets, moderation, past marks or the rule-book of grading changed after you looked. Look at it again, then propose it",
    );
  const counted = await batchesOf(trx, term, batches);
  const sum = (of: (one: (typeof counted)[number]) => number) => counted.reduce((all, one) => all + of(one), 0);
  const [students, results, missing] = [
    sum((one) => one.students),
    sum((one) => one.results),
    sum((one) => one.missing),
  ];
  if (results === 0)
    throw refuse(
      "nothing-to-publish",
      "There is nothing to publish: no sheet of these classes is approved by the board, or everything is out already",
    );
  const _id = newId();
  const title = titleOf(counted.map(({ title: of, level }) => `${of} ${level}`));
  await sql`insert into portal.publication (_id, session, semester, title, "at", note, sheets, seen, students, results, missing, proposedby)
    values (${_id}, ${term.session}, ${term.semester}, ${title}, ${at}, ${note ?? null}, ${sheets}::uuid[], ${seen}, ${students},
      ${results}, ${missing}, ${who.staff})`.execute(trx);
  await sql`insert into portal.publication_batch (publication, programme, level)
    select ${_id}, programme, level from unnest(${batches.map(({ programme }) => programme)}::uuid[],
      ${batches.map(({ level }) => level)}::smallint[]) as b(programme, level)`.execute(trx);
  tell({
    deed: "publication.propose",
    subject: `publication:${_id}`,
    after: { ...term, title, at, students, results, missing, note },
  });
  return { _id, students, results };
}

/** `NCE Biology/Chemistry 100 and 11 others`. */
function titleOf(all: readonly string[]): string {
  const [first = "", second = ""] = all;
  if (all.length === 2) return `${first} and ${second}`.slice(0, 300);
  return all.length === 1 ? first.slice(0, 300) : `${first} and ${asCount(all.length - 1, "other")}`.slice(0, 300);
}

async function requireToCome(trx: Trx, at: string): Promise<void> {
  const { rows } = await sql<{ over: boolean; far: boolean }>`
    select ${at}::timestamptz <= clock_timestamp() as over, ${at}::timestamptz > now() + interval '366 days' as far`.execute(
    trx,
  );
  if (rows[0]?.over)
    throw refuseFields("time-is-over", { at: "This minute is over already. Choose one that is still to come" });
  if (rows[0]?.far) throw refuseFields("time-too-far", { at: "Goes out must lie within the next year" });
}

/** One class stands in one open publication: else two people would look at the same results, and one at what the other brings out. */
async function requireFree(trx: Trx, { session, semester }: Term, batches: readonly Batch[]): Promise<void> {
  const { rows } = await sql<{ title: string; state: string; programme: string; level: number }>`
    select p.title, p.state, b.programme, b.level from portal.publication p join portal.publication_batch b on b.publication = p._id
    where p.session = ${session} and p.semester = ${semester} and p.state in ('Proposed', 'Being made', 'Being recalled')
      and (b.programme, b.level) in (select * from unnest(${batches.map(({ programme }) => programme)}::uuid[],
        ${batches.map(({ level }) => level)}::smallint[])) limit 1`.execute(trx);
  const [open] = rows;
  if (!open) return;
  const programme = (await programmesById(trx, [open.programme])).get(open.programme);
  throw refuseFields("proposal-waits-already", {
    batches: `${programme ? programmeTitle(programme) : "A class"}, ${open.level} level, stands in another publication (${open.state.toLowerCase()}): “${open.title}”. Decide that one first, or leave this class out`,
  });
}

async function requireProfiles(trx: Trx, term: Term, batches: readonly Batch[]): Promise<void> {
  const students = await studentsIn(trx, term, batches);
  const [without] = await unprofiledOf(
    trx,
    students.map(({ student }) => student),
  );
  if (without)
    throw refuseFields("profile-missing", {
      batches: `${asCount(without.students, "student")} of ${without.programme} who entered in ${without.session} have no result profile, so nothing grades them. Name one in the Rule-book of grading first, or leave the level out`,
    });
}

/** From now on results stand by the profiles of these classes. */
async function standByThese(trx: Trx, term: Term, batches: readonly Batch[]): Promise<void> {
  const students = await studentsIn(trx, term, batches);
  await standByProfilesOf(
    trx,
    students.map(({ student }) => student),
  );
}

/** Nothing is approved that its proposer did not see. */
async function requireAsSeen(trx: Trx, publication: LockedPublication): Promise<void> {
  const { seen } = await sightOf(trx, publication, publication.batches);
  if (seen === publication.seen) return;
  const counted = await batchesOf(trx, publication, publication.batches);
  const results = counted.reduce((sum, one) => sum + one.results, 0);
  throw stale(
    "looks-different-now",
    `It looks different now: a sheet, a moderation, a past mark or the rule-book of grading changed since, and ${asCount(results, "result")} would go out ${results === publication.results ? "as then, but not graded as then or not the same ones" : `instead of ${publication.results}`}. Nothing was approved. Decline it, and have it proposed anew`,
  );
}
