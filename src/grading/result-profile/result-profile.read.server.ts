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

/** A profile as it is called now. */
export interface ProfileHead {
  readonly _id: string;
  readonly name: string;
  /** The moment from which results stand by it, to the microsecond. */
  readonly since: string | null;
}

/** Every profile, as a part of a larger query: rows of `_id, name, since`. */
export const profileHeads = (): RawBuilder<unknown> =>
  sql`(select headed._id, headed.name, headed."usedAt"::text as since from portal.result_profile headed)`;

/**
 * Rules by which results stand, by profile and the moment from which they do: the database lets nothing of them be changed after it
 * (`result_profile_used`), so a process reads them once. A moment that is undone comes never again.
 */
const standingRules = new Map<string, StoredProfile>();

const ruleKey = ({ _id, since }: Pick<ProfileHead, "_id" | "since">): string => `${_id} ${since}`;

/** Some profiles with all their rules, by their `_id`; nothing is asked of rules that this process knows and that stay. */
export async function profilesOfHeads(
  db: Database | Trx,
  heads: readonly ProfileHead[],
): Promise<Map<string, StoredProfile>> {
  const known = heads.flatMap((head) => {
    const rules = standingRules.get(ruleKey(head));
    return rules ? [[head._id, { ...rules, name: head.name }] as const] : [];
  });
  const found = new Map<string, StoredProfile>(known);
  const unknown = heads.filter(({ _id }) => !found.has(_id)).map(({ _id }) => _id);
  return unknown.length === 0 ? found : new Map([...found, ...(await profilesById(db, unknown))]);
}

/** The same by their `_id`s alone. */
export async function profilesById(db: Database | Trx, ids: readonly string[]): Promise<Map<string, StoredProfile>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredProfile & Pick<ProfileHead, "since">>`
    select p._id, p.name, p.passmark, p.camax, p.exammax, p.attempts, p.failing, p.minunits, p.maxunits, p.awardunits, p."usedAt",
      p."usedAt"::text as since,
      (select coalesce(jsonb_agg(jsonb_build_object('from', b."from", 'to', b."to", 'point', (b.point * 100)::int, 'grade', b.grade)
        order by b."from" desc), '[]') from portal.score_band b where b.profile = p._id) as bands,
      (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'from', (c."from" * 100)::int) order by c."from" desc), '[]')
        from portal.class_of_pass c where c.profile = p._id) as classes,
      (select coalesce(jsonb_agg(jsonb_build_object('standing', r.standing, 'measure', r.measure, 'below', (r.below * 100)::int,
        'semesters', r.semesters) order by r.below, r.semesters), '[]')
        from portal.standing_rule r where r.profile = p._id) as standings
    from portal.result_profile p where p._id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ since, ...profile }) => {
      if (since !== null) standingRules.set(ruleKey({ _id: profile._id, since }), profile);
      return [profile._id, profile];
    }),
  );
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
