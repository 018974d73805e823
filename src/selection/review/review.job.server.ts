import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { judgeSubmitted, type SubmittedResults } from "#academics/eligibility/eligibility.submitted.rules.ts";
import { submittedResults } from "#applications/application/application.server.ts";
import { type EntryRules, entryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { everyIntake } from "#calendar/intake/intake.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { type ReviewVerdict, verdictOf } from "./review.rules.ts";

/** Rules that cannot be read judge nobody; who opens the intake reads why. */
export function readEntryRules(written: unknown): EntryRules {
  const read = v.safeParse(entryRules, written ?? {});
  return read.success ? read.output : {};
}

/**
 * What entry rules are held against in the applications of the desk, as a part of a larger query: rows of `_id, results`. The
 * score and the subjects that JAMB's list tells stand against those of the copy.
 */
export const judgeableResults = (): RawBuilder<unknown> => sql`
  select r._id, jsonb_build_object('type', submitted.type, 'olevel', submitted.olevel, 'alevels', submitted.alevels,
    'utme', case when coalesce(submitted.utme, to_jsonb(r.utme), to_jsonb(r.utmesubjects)) is not null then jsonb_build_object(
      'subjects', coalesce(to_jsonb(r.utmesubjects), nullif(submitted.utme -> 'subjects', '[]')),
      'score', coalesce(to_jsonb(r.utme), submitted.utme -> 'score')) end) as results
  from portal.review r join (${submittedResults()}) submitted on submitted._id = r._id`;

/** What the office calls the standing of an application by the rules of a programme, its own or another. */
export const verdictBy = (rules: EntryRules | undefined, results: SubmittedResults): ReviewVerdict =>
  verdictOf(judgeSubmitted(rules ?? {}, results));

/** In one transaction, which holds its files for a fraction of a second: nobody who works on one waits long. */
const AT_ONCE = 500;

/** Each minute: holds the results of every application that is new, or whose rules are, against its entry rules. */
export const judgeReviews: Round = {
  name: "judge-reviews",
  cron: "* * * * *",
  async run({ portal: { db } }) {
    for (let more = await isAny(db); more; ) {
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const unjudged = await lockUnjudged(trx);
        await writeVerdicts(trx, judged(unjudged));
        note({ deed: "review.judge", subject: "review:many", after: { count: unjudged.length } });
        return unjudged.length === AT_ONCE;
      });
    }
  },
};

/** The same at once for applications that were corrected. */
export async function judgeAnew(trx: Trx, ids: readonly string[]): Promise<void> {
  const { rows } = await among(sql`select unnest(${[...ids]}::uuid[])`).execute(trx);
  await writeVerdicts(trx, judged(rows));
}

/**
 * The newest rules are told by the version of their intake; where there is no intake, it is 0. In the order of their index,
 * so that for an intake whose applications are all judged it is looked into once.
 */
const unjudged = () => sql`
  (select _id from portal.review where judgedby is null limit ${AT_ONCE})
  union all
  (select late._id from (${everyIntake()}) newest cross join lateral (
    select earlier._id from portal.review earlier
    where earlier.session = newest.session and earlier.programme = newest.programme and earlier.judgedby < newest.version
    order by earlier.judgedby limit ${AT_ONCE}) late limit ${AT_ONCE})`;

async function isAny(db: Database): Promise<boolean> {
  const { rows } = await sql`select from (${unjudged()}) unjudged limit 1`.execute(db);
  return rows.length > 0;
}

interface Unjudged {
  readonly _id: string;
  readonly results: SubmittedResults;
  readonly entryrules: unknown;
  readonly judgedby: number;
}

/** What somebody decides about in this moment is judged in the next minute. */
async function lockUnjudged(trx: Trx): Promise<Unjudged[]> {
  const { rows } =
    await sql<Unjudged>`${among(unjudged())} limit ${AT_ONCE} for no key update of r skip locked`.execute(trx);
  return rows;
}

const among = (ids: RawBuilder<unknown>) => sql<Unjudged>`
  select r._id, judgeable.results, rules.entryrules, coalesce(rules.version, 0) as judgedby
  from portal.review r
  join (${judgeableResults()}) judgeable on judgeable._id = r._id
  left join (${everyIntake()}) rules on rules.session = r.session and rules.programme = r.programme
  where r._id in (${ids})`;

interface Judged {
  readonly _id: string;
  readonly verdict: ReviewVerdict;
  readonly judgedby: number;
}

const judged = (unjudged: readonly Unjudged[]): Judged[] =>
  unjudged.map(({ _id, results, entryrules: written, judgedby }) => ({
    _id,
    verdict: verdictBy(readEntryRules(written), results),
    judgedby,
  }));

/** A verdict that turns makes the file another than it was for who has it open. */
const writeVerdicts = (trx: Trx, told: readonly Judged[]) =>
  sql`update portal.review set verdict = told.verdict, judgedby = told.judgedby, "judgedAt" = now(), "updatedAt" = now(),
      version = version + case when review.verdict <> told.verdict then 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told(_id uuid, verdict text, judgedby integer)
    where review._id = told._id`.execute(trx);
