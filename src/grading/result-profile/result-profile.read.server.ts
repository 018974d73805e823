import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { GradingRules } from "./result-profile.rules.ts";

/**
 * The profile of a programme's entrants of a session: what was named for the programme, for them or the nearest session before; else
 * what was named so for all. Null where nothing was. In a larger query.
 */
export const profileFor = (
  programme: Expression<string | null>,
  session: Expression<string | null>,
): RawBuilder<string | null> => sql<string | null>`portal.profile_for(${programme}::uuid, ${session}::uuid)`;

export interface StoredProfile extends GradingRules {
  readonly _id: string;
  readonly name: string;
  readonly camax: number;
  readonly exammax: number;
  readonly minunits: number | null;
  readonly maxunits: number | null;
  /** Since when results stand by it. */
  readonly usedAt: string | null;
}

/** Some profiles with all their rules, by their `_id`. */
export async function profilesById(db: Database | Trx, ids: readonly string[]): Promise<Map<string, StoredProfile>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredProfile>`
    select p._id, p.name, p.passmark, p.camax, p.exammax, p.attempts, p.failing, p.minunits, p.maxunits, p.awardunits, p."usedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('from', b."from", 'to', b."to", 'point', (b.point * 100)::int, 'grade', b.grade)
        order by b."from" desc), '[]') from portal.score_band b where b.profile = p._id) as bands,
      (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'from', (c."from" * 100)::int) order by c."from" desc), '[]')
        from portal.class_of_pass c where c.profile = p._id) as classes,
      (select coalesce(jsonb_agg(jsonb_build_object('standing', r.standing, 'measure', r.measure, 'below', (r.below * 100)::int,
        'semesters', r.semesters) order by r.below, r.semesters), '[]')
        from portal.standing_rule r where r.profile = p._id) as standings
    from portal.result_profile p where p._id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row._id, row]));
}

/**
 * Keeps who is graded by which as it is, until the end of the transaction: whoever publishes asks for this first, then by which
 * profile each student is graded, then says `standBy`.
 */
export async function keepCohorts(trx: Trx): Promise<void> {
  await sql`lock table portal.result_profile_use in share mode`.execute(trx);
}

/** From now on results stand by some profiles, so their rules stay. */
export async function standBy(trx: Trx, profiles: readonly string[]): Promise<void> {
  await sql`update portal.result_profile set "usedAt" = now(), version = version + 1
    where "usedAt" is null and _id = any(${[...profiles].sort()}::uuid[])`.execute(trx);
}

/** Locks a profile: who changes its rules, names it or lets results stand by it waits for the others. */
export async function lockProfile(trx: Trx, profile: string): Promise<void> {
  await sql`select from portal.result_profile p where p._id = ${profile}::uuid for no key update`.execute(trx);
}
