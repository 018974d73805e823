import { type RawBuilder, sql } from "kysely";
import { countResults } from "#academics/olevel-result/olevel-result.server.ts";
import { countApplications } from "#applications/application/application.server.ts";
import { admittingSessionId, isAdmitting, opensOf } from "#calendar/session/session.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import { everyAccount } from "#identity/account/account.server.ts";
import { paidUnusedSince, unpaidSince } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { countBio } from "#profile/bio/bio.server.ts";
import { countReferees } from "#profile/referee/referee.server.ts";
import { isLivingStudent } from "#registry/student/student.server.ts";
import type { NudgeKind } from "./nudge.rules.ts";

const account = sql.ref<string>("a._id");

/** Since when something has been missing to the account `a`: null while it is not. */
const missingSince: Readonly<Record<NudgeKind, RawBuilder<unknown>>> = {
  "not-verified": sql`case when a."verifiedAt" is null then a."createdAt" end`,
  profile: sql`case when a."verifiedAt" >= ${opensOf(admittingSessionId())} and ${countApplications(account)} = 0
    and (${countBio(account)} = 0 or ${countReferees(account)} = 0
      or ${countResults(account)} < (${settingInForce("resultsNeeded")})::int)
    and not ${isLivingStudent(account)} then a."verifiedAt" end`,
  "not-paid": unpaidSince(account),
  "not-applied": paidUnusedSince(account),
};

/** Everybody to whom something is missing now, with what stands against a reminder. */
const missing = (kind: NudgeKind, days: number): RawBuilder<unknown> => sql`
  select a._id, a.firstname, a.lastname, a.emailaddress, m.since <= now() - make_interval(days => ${days}::int) as due,
    exists (select from portal.nudge had where had.applicant = a._id and had.kind = ${kind} and had.session = ${admittingSessionId()}) as had,
    exists (select from portal.nudge_stop stopped where stopped.applicant = a._id) as stopped
  from (${everyAccount()}) a cross join lateral (select (${missingSince[kind]})::timestamptz as since) m
  where m.since is not null and ${isAdmitting()}`;

interface Counts {
  readonly count: number;
  readonly had: number;
  readonly stopped: number;
  readonly early: number;
}

/** How many would get it now, and how many are left out, each counted under the first reason. */
export async function countMissing(db: Database | Trx, kind: NudgeKind, days: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (count(*) filter (where due and not had and not stopped))::int as count,
      (count(*) filter (where had))::int as had,
      (count(*) filter (where stopped and not had))::int as stopped,
      (count(*) filter (where not due and not had and not stopped))::int as early
    from (${missing(kind, days)}) everybody`.execute(db);
  return rows[0] ?? { count: 0, had: 0, stopped: 0, early: 0 };
}

const SAMPLE = 5;

/** Five of those who would get it, by name. */
export async function sampleOfMissing(db: Database, kind: NudgeKind, days: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select firstname || ' ' || lastname as name from (${missing(kind, days)}) everybody
    where due and not had and not stopped order by lastname, firstname, _id limit ${SAMPLE}`.execute(db);
  return rows.map(({ name }) => name);
}

export interface Nudged {
  readonly _id: string;
  readonly firstname: string;
  readonly emailaddress: string;
}

/**
 * Writes down the next to get a reminder, at most so many, and answers them. What is missing is looked at in the same statement: who
 * has brought it meanwhile gets nothing. Of two that do so at once, one finds that the other has.
 */
export async function giveNext(trx: Trx, kind: NudgeKind, days: number, most: number): Promise<Nudged[]> {
  const { rows } = await sql<Nudged>`
    with next as (
      select _id, firstname, emailaddress from (${missing(kind, days)}) everybody
      where due and not had and not stopped order by _id limit ${most}),
    given as (
      insert into portal.nudge (kind, applicant, session) select ${kind}, _id, ${admittingSessionId()} from next
      on conflict do nothing returning applicant)
    select next._id, next.firstname, next.emailaddress from next join given on given.applicant = next._id`.execute(trx);
  return rows;
}
