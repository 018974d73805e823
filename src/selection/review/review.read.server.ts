import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { everyCopy } from "#applications/application/application.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer, Reached } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { reviews } from "./review.contract.ts";
import type { ReviewState } from "./review.rules.ts";

/** A head reaches the applications to the department's programmes, a dean those to the college's. */
export const reviewRules: RecordRules<typeof reviews> = {
  of: reviews,
  table: "review",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

/** Whether an application is the member of staff's own, as a condition on a column that names it. */
export const isOwnApplication = (application: RawBuilder<unknown>, member: string): RawBuilder<boolean> =>
  sql<boolean>`${application} = any(array(${ownApplications(member)}))`;

/** The member of staff's own applications, as rows of `application`. */
export const ownApplications = (member: string): RawBuilder<unknown> =>
  sql`select own._id as application from portal.review own where ${isOwn(sql.ref("own.applicant"), member)}`;

/** The applications that nobody has taken up, as the list of them shows them to a member of staff. */
export const untakenReviews = (who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown> =>
  sql`select from portal.review t where t.state = 'Submitted' and ${mayList(reviewRules, who, columnsOf("t"))}`;

/** The applications of which a document came that nobody has looked at, as their list shows them to a member of staff. */
export const reviewsWithArrivals = (who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown> =>
  sql`select from portal.review t where t.papers = 'Arrived' and ${mayList(reviewRules, who, columnsOf("t"))}`;

/** Whether anybody still waits for an application's results: not once it is decided or given up. A condition on the table so called. */
export const areAwaited = (table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.state`)} in ('Submitted', 'Checking', 'Checked', 'Recommended', 'Not recommended')`;

/** The applications whose results did not come by the last day for them, as their list shows them to a member of staff. */
export const reviewsWithoutResults = (who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown> =>
  sql`select from portal.review t where t.results = 'Overdue' and ${areAwaited("t")} and ${mayList(reviewRules, who, columnsOf("t"))}`;

/**
 * What a merit list ranks by, of every application of a session: rows of `_id, applicant, programme, code, name, jamb, type,
 * gender, stateoforigin, lgaoforigin, grades, utme, screening, state, verdict, asked, createdAt, correctedAt`, called by `review.` in a
 * condition.
 */
export const reviewsOf = (session: string): RawBuilder<unknown> => sql`
  select review._id, review.applicant, review.programme, review.code, review.name, review.jamb, review.type, review.gender,
    review.stateoforigin, review.lgaoforigin, review.grades, review.utme, review.screening, review.state, review.verdict,
    review.asked, review."createdAt", review."correctedAt"
  from portal.review where review.session = ${session}`;

/** By which JAMB number and in which session somebody applied; undefined for an application that the desk does not have. */
export async function candidateOf(db: Database, application: string) {
  const { rows } = await sql<{ jamb: string; session: string }>`
    select jamb, session from portal.review where _id = ${application}`.execute(db);
  return rows[0];
}

/** Scores of one candidate; what is absent stays as it was. */
export interface ReviewScores {
  readonly jamb: string;
  /** 0 to 400. */
  readonly utme?: number | null;
  /** Beside Use of English, as the portal spells them; at least one. */
  readonly utmesubjects?: readonly string[] | null;
  /** 0 to 100. */
  readonly screening?: number | null;
}

/** A score that stands already stays where an offer was given by it; else the newer one counts. */
const meant = (score: "utme" | "utmesubjects" | "screening") => {
  const told = sql.ref(`told.${score}`);
  const kept = sql.ref(`review.${score}`);
  return sql`case when ${score === "screening" ? STAYS : GIVEN} then coalesce(${kept}, ${told}) else coalesce(${told}, ${kept}) end`;
};

const GIVEN = sql`review.state in ('Offered', 'Accepted')`;

/** A screening score stays as well where a frozen merit list ranked somebody by it; the table refuses another. */
const STAYS = sql`(${GIVEN} or portal.is_screening_agreed(review._id))`;

/** Writes scores to the applications of a session by JAMB number; answers how many applications they changed. */
export async function takeScores(trx: Trx, session: string, scores: readonly ReviewScores[]): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with told as (
      select jamb, utme, utmesubjects, screening from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb)
        as s(jamb text, utme smallint, utmesubjects text[], screening numeric)
    ), changed as (
      update portal.review set utme = ${meant("utme")}, utmesubjects = ${meant("utmesubjects")}, screening = ${meant("screening")},
        judgedby = case when (${meant("utme")}, ${meant("utmesubjects")}) is not distinct from (review.utme, review.utmesubjects)
          then review.judgedby end,
        version = version + 1, "updatedAt" = now()
      from told where review.session = ${session} and review.jamb = told.jamb
        and (${meant("utme")}, ${meant("utmesubjects")}, ${meant("screening")})
          is distinct from (review.utme, review.utmesubjects, review.screening)
      returning 1)
    select count(*)::int as changed from changed`.execute(trx);
  return rows[0]?.changed ?? 0;
}

/** Takes the screening score from the applications of candidates who did not come after all; answers how many had one. */
export async function forgetScreenings(trx: Trx, session: string, jambs: readonly string[]): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with changed as (
      update portal.review set screening = null, version = version + 1, "updatedAt" = now()
      where review.session = ${session} and review.jamb = any(${[...jambs]}::text[]) and review.screening is not null
        and not ${STAYS}
      returning 1)
    select count(*)::int as changed from changed`.execute(trx);
  return rows[0]?.changed ?? 0;
}

/** Of these scores the JAMB numbers of those whose application keeps another, by which it was ranked or offered a place. */
export async function keptScreenings(
  db: Database,
  session: string,
  scores: readonly { readonly jamb: string; readonly score: string | null }[],
): Promise<string[]> {
  const { rows } = await sql<{ jamb: string }>`select review.jamb
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as told(jamb text, score numeric)
      join portal.review on review.session = ${session} and review.jamb = told.jamb
    where review.screening <> told.score and ${STAYS} or review.screening is not null and told.score is null and ${STAYS}`.execute(
    db,
  );
  return rows.map(({ jamb }) => jamb);
}

/** Who is screened under an application, the score that it is ranked by, and what keeps that as it is; null where nothing does. */
export interface ScreenedReview {
  readonly applicant: string;
  readonly code: string;
  readonly name: string;
  readonly jamb: string;
  readonly session: string;
  readonly screening: number | null;
  readonly kept: "offered" | "agreed" | null;
}

/** The same, locked: nobody moves or scores it until the transaction ends. */
export async function lockScreened(trx: Trx, application: string): Promise<ScreenedReview | undefined> {
  await sql`select from portal.review where _id = ${application} for update`.execute(trx);
  return screenedReview(trx, application);
}

export async function screenedReview(db: Database, application: string): Promise<ScreenedReview | undefined> {
  const { rows } =
    await sql<ScreenedReview>`select review.applicant, review.code, review.name, review.jamb, review.session,
      review.screening::float8 as screening,
      case when ${GIVEN} then 'offered' when portal.is_screening_agreed(review._id) then 'agreed' end as kept
    from portal.review where review._id = ${application}`.execute(db);
  return rows[0];
}

/** Applications of a session that a text finds, by code, JAMB number, RRR, phone or name, within reach; one where it is named wholly. */
export async function soughtReviews(
  db: Database,
  who: Pick<Officer, "scope" | "staff">,
  { session, typed }: { readonly session: string; readonly typed: string },
  most: number,
): Promise<{ _id: string; code: string; name: string; jamb: string; programme: string }[]> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
  const like = words.map((word) => sql`t.search like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`);
  const { rows } = await sql<{
    _id: string;
    code: string;
    name: string;
    jamb: string;
    programme: string;
    exact: boolean;
  }>`
    select t._id, t.code, t.name, t.jamb, t.programme, upper(${typed}) in (t.code, t.jamb, t.rrr) as exact
    from portal.review t where t.session = ${session} and ${mayList(reviewRules, who, columnsOf("t"))}
      and ${like.length === 0 ? sql`false` : sql.join(like, sql` and `)}
    order by exact desc, t.name, t._id limit ${most}`.execute(db);
  const exact = rows.filter((one) => one.exact);
  return (exact.length > 0 ? exact : rows).map(({ exact: _exact, ...one }) => one);
}

/** Whether an application of a session was made, moved or scored since a time. */
export async function reviewsChangedSince(db: Database, session: string, at: string): Promise<boolean> {
  const { rows } = await sql`select from portal.review
    where session = ${session} and "updatedAt" > ${at} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whose an application is, to what and how the desk calls it, as a part of a larger query. */
export const filedAs = (application: string): RawBuilder<unknown> =>
  sql`select _id, applicant, programme, session, code, name, jamb from portal.review where _id = ${application}`;

/** Whose an application is, where it stands at the desk, and the version of its file; undefined for an unknown one. */
export async function standingOf(db: Database, application: string) {
  const { rows } = await sql<{ applicant: string; state: ReviewState; version: number }>`
    select applicant, state, version from portal.review where _id = ${application}`.execute(db);
  return rows[0];
}

/** Whether somebody else has applied with a JAMB number. */
export async function isAnothersJamb(db: Database, jamb: string, applicant: string): Promise<boolean> {
  const { rows } =
    await sql`select from portal.review where jamb = ${jamb} and applicant <> ${applicant} limit 1`.execute(db);
  return rows.length > 0;
}

/** The applications of an applicant, the newest first. */
export async function applicationsOfApplicant(db: Database, applicant: string): Promise<string[]> {
  const { rows } = await sql<{ _id: string }>`
    select _id from portal.review where applicant = ${applicant} order by "createdAt" desc`.execute(db);
  return rows.map(({ _id }) => _id);
}

/** How many applications of one programme, state and sex there are, and how far they came. */
export interface CountedReviews {
  /** `_id`. */
  readonly programme: string;
  readonly stateoforigin: string;
  readonly gender: string;
  readonly applied: number;
  /** Have an offer, whatever became of it; a recalled one is none. */
  readonly admitted: number;
  readonly accepted: number;
}

const isAdmitted = sql`state in ('Offered', 'Lapsed', 'Accepted')`;
const isAccepted = sql`state = 'Accepted'`;

/**
 * The applications of a session one by one, to be counted by others: rows of `_id, programme, type, gender, stateoforigin, age,
 * admitted, accepted`, by the very rules of `countedReviews`. The age is today's in Lagos, by the date of birth that was submitted.
 */
export const reviewsToCount = (session: string): RawBuilder<unknown> =>
  sql`(select counted._id, counted.programme, counted.type, counted.gender, counted.stateoforigin,
    extract(year from age((now() at time zone 'Africa/Lagos')::date, (copy.snapshot #>> '{bio,dateofbirth}')::date))::int as age,
    counted.admitted, counted.accepted
    from (select _id, programme, type, gender, stateoforigin, ${isAdmitted} as admitted, ${isAccepted} as accepted
      from portal.review where session = ${session}) counted join ${everyCopy()} copy on copy._id = counted._id)`;

/** The applications of a session, counted, of the programmes that `reached` lets through. An index alone answers. */
export async function countedReviews(db: Database, session: string, reached: Reached): Promise<CountedReviews[]> {
  const { rows } = await sql<CountedReviews>`
    select programme, stateoforigin, gender, count(*)::int as applied,
      (count(*) filter (where ${isAdmitted}))::int as admitted,
      (count(*) filter (where ${isAccepted}))::int as accepted
    from portal.review where session = ${session} and ${reached(sql.ref("programme"))}
    group by programme, stateoforigin, gender`.execute(db);
  return rows;
}

/** The applications of a session that were submitted from one time to before another. */
export const appliedBetween = (
  session: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  reached: Reached,
): RawBuilder<unknown> => sql`select from portal.review
  where session = ${session} and "createdAt" >= ${from} and "createdAt" < ${to} and ${reached(sql.ref("programme"))}`;

/** Who has applied in a session, as rows of `applicant`. */
export const appliedIn = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`select applicant from portal.review where session = ${session} and ${reached(sql.ref("programme"))}`;

/** Whose application stands at one of some stages of the desk, as rows of `applicant`. */
export const standingAt = (session: string, stages: readonly ReviewState[], reached: Reached): RawBuilder<unknown> =>
  sql`${appliedIn(session, reached)} and state = any(${[...stages]}::text[])`;

/** Who sent the application of this code, as a row of `applicant`. */
export const applicantOfCode = (code: string): RawBuilder<unknown> =>
  sql`select applicant from portal.review where code = upper(${code})`;

/** Who has ever applied to a programme that `reached` lets through, as rows of `applicant`. */
export const everApplied = (reached: Reached): RawBuilder<unknown> =>
  sql`select applicant from portal.review where ${reached(sql.ref("programme"))}`;

/** Who submitted the applications whose code holds a text, at most so many. */
export async function applicantsByCode(db: Database, code: string, most: number): Promise<string[]> {
  const literal = code.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const { rows } = await sql<{ applicant: string }>`select distinct applicant from portal.review
    where search like ${`%${literal}%`} and lower(code) like ${`%${literal}%`} limit ${most}`.execute(db);
  return rows.map(({ applicant }) => applicant);
}
