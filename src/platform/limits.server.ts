import { sql } from "kysely";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooMany } from "#kit/refusal.server.ts";
import type { Trx } from "./perform.server.ts";

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

/**
 * Takes one point inside a transaction: taken if and only if the change is kept, and others with the same key wait
 * until that is known. Refuses with 429.
 */
export async function takeWith(trx: Trx, limit: Limit, key: string): Promise<void> {
  const { rows } = await sql<{ points: number; ms: number }>`
    insert into portal.limits as l (key, points, expire)
    values (${`${limit.name}:${key}`}, 1, ${wallMs} + ${limit.seconds * 1000})
    on conflict (key) do update set
      points = case when l.expire > ${wallMs} then l.points else 0 end + 1,
      expire = case when l.expire > ${wallMs} then l.expire else excluded.expire end
    returning points, expire - ${wallMs} as ms`.execute(trx);
  const [taken] = rows;
  if (taken && taken.points > limit.points) throw tooMany(taken.ms / 1000, limit.sentence);
}

/** Counts the key from the beginning, if the change is kept. */
export async function forgetWith(trx: Trx, limit: Limit, key: string): Promise<void> {
  await trx.deleteFrom("limits").where("key", "=", `${limit.name}:${key}`).execute();
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
        throw tooMany(refused.msBeforeNext / 1000, limit.sentence);
      }
    },
    async giveBack(limit, key) {
      await limiter(limit).reward(key);
    },
    async refuseSpent(limit, key) {
      const spent = await limiter(limit).get(key);
      if (spent && spent.consumedPoints >= limit.points) throw tooMany(spent.msBeforeNext / 1000, limit.sentence);
    },
  };
}
