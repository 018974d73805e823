import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooMany } from "#kit/refusal.server.ts";

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
}

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
  };
}
