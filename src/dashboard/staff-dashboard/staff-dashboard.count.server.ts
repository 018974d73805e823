import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { programmesReached } from "#college/programme/programme.server.ts";
import type { Reached, Scope } from "#console/scope/scope.server.ts";
import { paidBetween } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { appliedBetween } from "#selection/review/review.server.ts";
import type { CountedDay, Figure } from "./staff-dashboard.contract.ts";

/** The programmes that a right reaches, as an SQL condition. */
export const withinScope =
  (scope: Scope): Reached =>
  (programme) =>
    scope === "all" ? sql`true` : sql`${programme} in (${programmesReached(scope)})`;

// Nobody reads a larger number, and reading on would be slow. Contract 1.
const COUNTED = 10_000;

/** How many rows there are: exact up to 10,000. */
export async function countOf(db: Database, rows: RawBuilder<unknown>): Promise<Figure["total"]> {
  const count = await countExactly(db, sql`${rows} limit ${COUNTED + 1}`);
  return count > COUNTED ? "10,000+" : count;
}

/** How many rows there are, all of them. */
export async function countExactly(db: Database, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from (${rows}) found`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Times from which on rows are counted. */
export const countedSince = { ever: sql`'-infinity'::timestamptz`, yesterday: sql`now() - interval '24 hours'` };

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
      ${applications ? counted(appliedBetween(session, from, to, withinScope(applications))) : sql`null::int`} as applied,
      ${payments ? counted(paidBetween(session, from, to, withinScope(payments))) : sql`null::int`} as paid
    from days order by day`.execute(db);
  return rows;
}

/** Below this many rows a count is made anew each time; above it is kept, since counting them takes its time. */
const MANY = 20_000;
const KEPT_MS = 60_000;
/** Sessions and reaches of a busy office; whatever is beyond them is counted anew. */
const MOST_KEPT = 500;

/** A count with the time when it was made, and how many rows were read for it. */
export interface SharedCount<T> {
  readonly value: T;
  readonly at: string;
  readonly rows: number;
}

interface Kept {
  readonly made: Promise<SharedCount<unknown>>;
  /** Infinite while it is being made. */
  until: number;
}

const shelves = new WeakMap<object, Map<string, Kept>>();

/**
 * Counts once for all who ask at the same moment, and keeps what was made of many rows for a minute, in this process: so
 * the dashboards of a whole office cost one count a minute for each session and reach, and a small college sees every
 * application at once.
 */
export function countShared<T>(
  app: FastifyInstance,
  key: string,
  make: () => Promise<SharedCount<T>>,
): Promise<SharedCount<T>> {
  const shelf = shelves.get(app.portal) ?? new Map<string, Kept>();
  shelves.set(app.portal, shelf);
  const now = Date.now();
  const held = shelf.get(key);
  if (held && held.until > now) return held.made as Promise<SharedCount<T>>;
  for (const [old, { until }] of shelf) if (until <= now) shelf.delete(old);
  if (shelf.size >= MOST_KEPT) return make();
  const made = make();
  const kept: Kept = { made, until: Number.POSITIVE_INFINITY };
  shelf.set(key, kept);
  made.then(
    ({ rows }) => {
      kept.until = rows > MANY ? Date.now() + KEPT_MS : 0;
    },
    () => shelf.delete(key),
  );
  return made;
}
