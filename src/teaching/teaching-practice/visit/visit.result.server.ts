import { sql } from "kysely";
import { decidedAlready, type ProposalKind } from "#access/proposal/proposal.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { notFound, Refusal, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { keepPracticeMark } from "#registry/past-mark/past-mark.server.ts";
import { refuseOwnRecords } from "#registry/student/student.server.ts";
import { everyRound, holdRound, roundById } from "../../practice-round/practice-round.server.ts";
import { resultMail } from "../teaching-practice.mail.server.ts";
import { type LockedPosting, lockPosting, tellPosted } from "../teaching-practice.post.server.ts";
import { postingRules, scoredOf, visitsOf, worksOn } from "../teaching-practice.read.server.ts";
import {
  mayPostingGo,
  type PracticeCode,
  postingWords,
  practiceTotal,
  resultWords,
} from "../teaching-practice.rules.ts";

/** A result that the supervisor or the office proposes, and another person confirms. Decision 0077. */
export const resultProposal: ProposalKind<LockedPosting> = {
  noun: "practice_posting",
  approval: "teaching-practice.approve",
  lock: lockPosting,
  mayGo: (from, to) => mayPostingGo(from, to),
  keep: ({ trx }, { _id }, to, { staff, reason }) =>
    to === "Confirmed"
      ? sql`update portal.practice_posting set state = 'Confirmed', decidedby = ${staff}, "decidedAt" = now(),
          version = version + 1, "updatedAt" = now() where _id = ${_id}`.execute(trx)
      : sql`update portal.practice_posting set state = 'Posted', total = null, code = null, proposedby = null, "proposedAt" = null,
          reason = ${reason}, version = version + 1, "updatedAt" = now() where _id = ${_id}`.execute(trx),
  whyLate: (trx, { state, ...kept }) =>
    decidedAlready(trx, "This result", { ...kept, state: postingWords[state].toLowerCase() }),
  async refuseOwn({ trx }, who, { student }) {
    await refuseOwnRecords(trx, who, [student]);
    return "";
  },
  seenAs: ({ name, version }) => ({ title: `The posting of ${name}`, version }),
  // Whoever may approve does so as far as the own right reaches: a head for the own department.
  async requireTurn(trx, who, { _id }) {
    const { rows } = await sql`select from portal.practice_posting t where t._id = ${_id}
      and ${mayList(postingRules, who, columnsOf("t"))}`.execute(trx);
    if (rows.length === 0) throw notFound();
    await refuseOwnScores(trx, who, _id);
  },
};

/** Whoever scored a visit confirms no result that rests on it, whoever has proposed that. 403. */
async function refuseOwnScores(trx: Trx, who: Officer, id: string): Promise<void> {
  const { rows } = await sql`select from portal.practice_visit v
    where v.posting = ${id} and v.staff = ${who.staff} and v."takenbackAt" is null limit 1`.execute(trx);
  if (rows.length > 0)
    throw new Refusal(
      "scored-by-you",
      403,
      "You have scored this student, so somebody else with the right to approve decides on the result",
    );
}

interface Proposed {
  readonly code?: PracticeCode | undefined;
  readonly reason?: string | undefined;
  readonly seen: number;
}

/**
 * Proposes what the visits come to, or a code with its reason. Refuses fewer scored visits than the round asks for, a result
 * that was proposed meanwhile, and what was changed since it was looked at.
 */
export async function propose({ trx, note }: Work, who: Officer, id: string, { code, reason, seen }: Proposed) {
  if (!(await worksOn(trx, who, id))) throw notFound();
  const kept = await lockPosting(trx, id);
  const round = kept && (await roundById(trx, kept.round));
  if (!kept || !round) throw notFound();
  await refuseOwnRecords(trx, who, [kept.student]);
  if (!mayPostingGo(kept.state, "Proposed"))
    throw stale("state-has-moved", `${kept.name} stands at ${postingWords[kept.state]} by now, so nothing was changed`);
  if (kept.version !== seen)
    throw stale("version-stale", `The posting of ${kept.name} was changed after you looked at it. Look at it again`);
  await markOf(trx, id);
  const total = code ? null : await totalOf(trx, id, round.visits);
  if (code && !reason)
    throw refuseFields("reason-missing", { reason: "Reason is required: what happened, and how the college knows" });
  await sql`update portal.practice_posting set state = 'Proposed', total = ${total}, code = ${code ?? null}, reason = ${reason ?? null},
    proposedby = ${who.staff}, "proposedAt" = now(), version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(
    trx,
  );
  const result = resultWords({ total, code: code ?? null }, round.passline);
  note({
    deed: "practice_posting.propose",
    subject: `practice_posting:${id}`,
    before: { state: kept.state },
    after: { state: "Proposed", total, code: code ?? null },
    ...(reason && { reason }),
  });
  return { type: "success" as const, message: `Proposed: ${result}. Another person confirms it` };
}

async function totalOf(trx: Trx, id: string, needed: number): Promise<number | null> {
  const scored = scoredOf(await visitsOf(trx, id));
  if (scored.length < needed)
    throw refuse(
      "visits-missing",
      `A result needs ${asCount(needed, "scored visit")}, and there ${scored.length === 1 ? "is" : "are"} ${scored.length}. Visit first, or choose what stands in place of a result`,
    );
  return practiceTotal(scored);
}

/** The result stands: it is the mark of its course from then on, and its student reads it. */
export async function keepConfirmedResult(
  work: Work,
  config: Config,
  { _id, name, round: of }: LockedPosting,
): Promise<string> {
  const { trx } = work;
  const round = await holdRound(trx, of);
  if (!round) throw notFound();
  const { total, code, ...mark } = await markOf(trx, _id);
  const { session, semester, passline } = round;
  await keepPracticeMark(work, { ...mark, session, semester, passline, total, code, posting: _id });
  const result = resultWords({ total, code }, passline);
  await tellPosted(trx, config, [_id], (config, to) => resultMail(config, to, result));
  return `Confirmed. ${name}: ${result}`;
}

interface PracticeMark {
  readonly student: string;
  readonly course: string;
  readonly total: number | null;
  readonly code: PracticeCode | null;
  readonly title: string;
  readonly units: number;
}

/** What is proposed, with the name and the units of its course as it is registered. Refuses what is not registered any more. */
async function markOf(trx: Trx, id: string): Promise<PracticeMark> {
  const { rows } = await sql<Omit<PracticeMark, "title" | "units"> & { title: string | null; units: number | null }>`
    select p.student, p.course, p.total, p.code, line.name as title, line.credit as units
    from portal.practice_posting p join ${everyRound()} r on r._id = p.round
    left join lateral (select t.name, t.credit from ${takenCourses()} t where t.student = p.student and t.session = r.session
      and t.semester = r.semester and t.code = p.course limit 1) line on true
    where p._id = ${id}`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound();
  const { title, units, ...mark } = found;
  if (title === null || units === null)
    throw refuse(
      "course-not-registered",
      `${mark.course} is not among this student's registered courses any more, so it has no result. Take the posting back, or let the course be registered`,
    );
  return { ...mark, title, units };
}
