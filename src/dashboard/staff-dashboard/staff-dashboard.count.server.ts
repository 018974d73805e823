import { type RawBuilder, sql } from "kysely";
import type { Scope } from "#console/scope/scope.server.ts";
import { paidBetween } from "#payments/payment-reference/payment-reference.count.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { appliedBetween } from "#selection/review/review.read.server.ts";
import type { CountedDay, Figure } from "./staff-dashboard.contract.ts";
import { within } from "./staff-dashboard.within.server.ts";

// Nobody reads a larger number, and reading on would be slow. Contract 1.
const COUNTED = 10_000;

/** How many rows there are: exact up to 10,000. */
export async function countOf(db: Database, rows: RawBuilder<unknown>): Promise<Figure["total"]> {
  const count = await exactly(db, sql`${rows} limit ${COUNTED + 1}`);
  return count > COUNTED ? "10,000+" : count;
}

/** How many rows there are, all of them. */
export async function exactly(db: Database, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from (${rows}) found`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Times from which on rows are counted. */
export const since = { ever: sql`'-infinity'::timestamptz`, yesterday: sql`now() - interval '24 hours'` };

const SHOWN_DAYS = 90;

export type DayCounts = Omit<CountedDay, "links">;

/**
 * What each of ninety days brought, the last of which is today or the day on which applications closed. Each day is a range
 * of an index: asking every row for its day in Lagos takes ten times as long.
 */
export async function byDay(
  db: Database,
  { session, closes }: { readonly session: string; readonly closes: string | null },
  { applications, payments }: Readonly<Record<"applications" | "payments", Scope | undefined>>,
): Promise<DayCounts[]> {
  const [from, to] = [sql.ref("days.begins"), sql.ref("days.ends")];
  const counted = (rows: RawBuilder<unknown>) => sql`(select count(*)::int from (${rows}) found)`;
  const { rows } = await sql<DayCounts>`
    with days as (
      select day::date::text as day, day at time zone 'Africa/Lagos' as begins,
        (day + interval '1 day') at time zone 'Africa/Lagos' as ends
      from (select (least(now(), ${closes}::timestamptz) at time zone 'Africa/Lagos')::date as last) until,
        generate_series((until.last - ${SHOWN_DAYS - 1}::int)::timestamp, until.last::timestamp, interval '1 day') day)
    select day,
      ${applications ? counted(appliedBetween(session, from, to, within(applications))) : sql`null::int`} as applied,
      ${payments ? counted(paidBetween(session, from, to, within(payments))) : sql`null::int`} as paid
    from days order by day`.execute(db);
  return rows;
}
