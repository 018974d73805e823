import { type Expression, type RawBuilder, sql } from "kysely";
import { judgeSubmitted, type SubmittedResults } from "#academics/eligibility/eligibility.submitted.rules.ts";
import { isMovedSince } from "#applications/application/application.server.ts";
import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { everyIntake } from "#calendar/intake/intake.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgrammes } from "#college/programme/programme.server.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { waitingPlaces } from "#selection/merit-list/merit-list.server.ts";
import { notRecommended } from "#selection/recommendation/recommendation.server.ts";
import { judgeableResults, readEntryRules } from "#selection/review/review.server.ts";
import { type RefusalReason, refusalOfReason, refusalWords } from "./release-line.refusal.rules.ts";

interface LineToExplain {
  readonly application: string;
  readonly programme: string;
  /** Of the programme. */
  readonly title: string;
}

interface RefusalGiven {
  readonly reason: RefusalReason;
  readonly words: string;
}

/**
 * Why each of these applications is refused, and in which words: as a head of department wrote who does not recommend it;
 * else by their results where those do not do, with what they lack and up to three programmes that they do for; else by the
 * places. `reason` decides it for all. Nothing else that the desk wrote is told. Contract 3.11.
 */
export async function refusalsFor(
  trx: Trx,
  session: string,
  lines: readonly LineToExplain[],
  reason?: RefusalReason,
): Promise<ReadonlyMap<string, RefusalGiven>> {
  const rules = await rulesOfSession(trx, session);
  const offered = (await admittingProgrammes(trx)).map((one) => ({ _id: one._id, title: programmeTitle(one) }));
  const refused = new Map<string, RefusalGiven>();
  for (const some of slicesOf(lines, AT_ONCE)) {
    const ids = some.map(({ application }) => application);
    const results = await resultsOf(trx, ids);
    const heads = await notRecommended(trx, ids);
    const waiting = await waitingPlaces(trx, session, ids);
    for (const line of some) {
      const submitted = results.get(line.application);
      if (!submitted) throw new Error("A line is of an application that the desk has");
      const { standing, missing } = judgeSubmitted(rules.get(line.programme) ?? {}, submitted);
      const head = heads.get(line.application);
      const meant = head && refusalOfReason[head.kind];
      const why = reason ?? meant ?? (standing === "nearly" || standing === "short" ? "Results" : "Places");
      const does = ({ _id }: { _id: string }) =>
        _id !== line.programme && judgeSubmitted(rules.get(_id) ?? {}, submitted).standing === "qualifies";
      const instead = why === "Results" ? firstFew(offered, does).map(({ title }) => title) : [];
      const written = head && meant === why ? head.reason : null;
      const known = { programme: line.title, missing, instead, written, waits: waiting.get(line.application) ?? null };
      refused.set(line.application, { reason: why, words: refusalWords(why, known) });
    }
  }
  return refused;
}

const AT_ONCE = 500;
const FEW = 3;

function firstFew<T>(list: readonly T[], fits: (one: T) => boolean): T[] {
  const found: T[] = [];
  for (const one of list) if (found.length < FEW && fits(one)) found.push(one);
  return found;
}

async function rulesOfSession(trx: Trx, session: string): Promise<ReadonlyMap<string, EntryRules>> {
  const { rows } = await sql<{ programme: string; entryrules: unknown }>`
    select programme, entryrules from (${everyIntake()}) intake where session = ${session}`.execute(trx);
  return new Map(rows.map(({ programme, entryrules }) => [programme, readEntryRules(entryrules)]));
}

async function resultsOf(trx: Trx, applications: readonly string[]): Promise<ReadonlyMap<string, SubmittedResults>> {
  const { rows } = await sql<{ _id: string; results: SubmittedResults }>`
    select _id, results from (${judgeableResults()}) judgeable where _id = any(${[...applications]}::uuid[])`.execute(
    trx,
  );
  return new Map(rows.map(({ _id, results }) => [_id, results]));
}

/** A refusal that is out: before its minute nobody outside knows of it. Contract 3.11. */
export interface OutRefusal {
  readonly application: string;
  readonly reason: RefusalReason;
  readonly words: string;
  readonly outAt: string;
}

/** The last refusal of each of an applicant's applications that has one. */
export async function refusalsOf(db: Database, owner: string): Promise<ReadonlyMap<string, OutRefusal>> {
  const { rows } = await sql<OutRefusal>`select distinct on (application) application, reason, words, "outAt"
    from portal.release_line where applicant = ${owner} and ${isRefusal}
    order by application, "outAt" desc`.execute(db);
  return new Map(rows.map((one) => [one.application, one]));
}

/** Whether an application was refused, whoever applied. */
export async function isRefused(db: Database, application: string): Promise<boolean> {
  const { rows } = await sql`select from portal.release_line
    where application = ${application} and ${isRefusal} limit 1`.execute(db);
  return rows.length > 0;
}

/** How many applications of an applicant are refused, as a part of a larger query. */
export const countRefused = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(distinct application)::int from portal.release_line
    where applicant = ${owner} and ${isRefusal})`;

/** A refusal is about the programme that it names: who has gone on to another one is not refused there. */
const isRefusal = sql`kind is null and standing = 'Out'
  and not ${isMovedSince(sql.ref("release_line.application"), sql.ref("release_line.outAt"))}`;
