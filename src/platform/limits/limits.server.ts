import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooMany } from "#kit/wire/refusal.server.ts";
import type { Trx } from "../write/perform.server.ts";

/** So many points in so many seconds for one key; the sentence says what to do when they are used up. */
export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  readonly sentence: string;
}

export interface Limits {
  /** Takes one point, or refuses with 429 and the seconds to wait. */
  take(limit: Limit, key: string): Promise<void>;
  /** Gives one point back, such as after a right password. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Refuses as `take` does, but takes nothing. */
  refuseSpent(limit: Limit, key: string): Promise<void>;
}

/** What a key's counter says after a point was taken: the points, this one among them, and how long they count yet. */
export interface Taken {
  readonly points: number;
  readonly ms: number;
}

/** The refusal of a limit that has so many milliseconds to go. */
export const usedUp = (limit: Limit, ms: number): Error => tooMany("too-many-requests", ms / 1000, limit.sentence);

/**
 * Takes one point inside a transaction: taken if and only if the change is kept, and others with the same key wait
 * until that is known. Refuses with 429.
 */
export async function takeWith(trx: Trx, limit: Limit, key: string): Promise<void> {
  const { rows } = await sql<Taken>`${taking(limit, sql`(select ${counterKey(limit, key)}::text as key) one`)}`.execute(
    trx,
  );
  const [taken] = rows;
  if (taken && taken.points > limit.points) throw usedUp(limit, taken.ms);
}

/** Part of a statement: takes a point for each `key` of `rows` and returns the counters as `Taken`. */
export const taking = ({ seconds }: Limit, rows: RawBuilder<unknown>) => sql`
  insert into portal.limits as l (key, points, expire)
  select key, 1, ${wallMs} + ${seconds * 1000}::bigint from ${rows}
  on conflict (key) do update set
    points = case when l.expire > ${wallMs} then l.points else 0 end + 1,
    expire = case when l.expire > ${wallMs} then l.expire else excluded.expire end
  returning points, expire - ${wallMs} as ms`;

/** Part of a statement: gives one point of a key back for each row of `rows`. */
export const givingBack = (limit: Limit, key: string, rows: RawBuilder<unknown>) => sql`
  update portal.limits set points = points - 1 from ${rows}
  where limits.key = ${counterKey(limit, key)} and limits.points > 0 and limits.expire > ${wallMs}`;

/** Part of a statement: the time that a key has to go, `ms`, if its points are used up; else no row. */
export const spentPoints = (limit: Limit, key: string) => sql`
  select expire - ${wallMs} as ms from portal.limits
  where key = ${counterKey(limit, key)} and points >= ${limit.points} and expire > ${wallMs}`;

/** Under which name the counter of a key is stored. */
export const counterKey = (limit: Limit, key: string): string => `${limit.name}:${key}`;

/** Counts the key from the beginning, if the change is kept. */
export async function forgetWith(trx: Trx, limit: Limit, key: string): Promise<void> {
  await trx.deleteFrom("limits").where("key", "=", counterKey(limit, key)).execute();
}

const wallMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Exact over any number of processes, because PostgreSQL counts; while it is away, each process counts alone. */
export function openLimits(pool: pg.Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiter(limit: Limit): RateLimiterPostgres {
    const known = limiters.get(limit.name);
    if (known) return known;
    const rule = { keyPrefix: limit.name, points: limit.points, duration: limit.seconds };
    const made = new RateLimiterPostgres({
      ...rule,
      storeClient: pool,
      schemaName: "portal",
      tableName: "limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(rule),
    });
    limiters.set(limit.name, made);
    return made;
  }

  return {
    async take(limit, key) {
      try {
        await limiter(limit).consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw tooMany("too-many-requests", refused.msBeforeNext / 1000, limit.sentence);
      }
    },
    async giveBack(limit, key) {
      await limiter(limit).reward(key);
    },
    async refuseSpent(limit, key) {
      const spent = await limiter(limit).get(key);
      if (spent && spent.consumedPoints >= limit.points)
        throw tooMany("too-many-requests", spent.msBeforeNext / 1000, limit.sentence);
    },
  };
}
