import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { KeptNumber } from "#platform/metrics/metrics.port.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { impossibleStates, lookNow, readChecks } from "./impossible-state.contract.ts";

/**
 * Keeps what was found: what is known already stays known since then, what is not found any more goes. What a question
 * without an answer had found before stays. Two looks at once keep one after the other.
 */
export async function keepLooked(trx: Trx, looked: readonly Looked[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portal impossible states'))`.execute(trx);
  await sql`insert into portal.impossible_check (name, "lookedAt", took, found, trouble)
    select name, now(), took, found, trouble from ${asRows(looked)}
    on conflict (name) do update set
      "lookedAt" = excluded."lookedAt", took = excluded.took, found = excluded.found, trouble = excluded.trouble`.execute(
    trx,
  );
  const found = looked.flatMap(({ name, sentence, subjects }) =>
    subjects.map((subject) => ({ _id: newId(), name, sentence, subject })),
  );
  await sql`insert into portal.impossible_state (_id, name, sentence, subject)
    select _id, name, sentence, subject
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(_id uuid, name text, sentence text, subject text)
    on conflict on constraint impossible_state_once
    do update set "seenAt" = now(), sentence = excluded.sentence`.execute(trx);
  // Gone, too, are checks that are not asked any more.
  await sql`delete from portal.impossible_state s where s."seenAt" < now() and not exists (
    select from ${asRows(looked)} where l.name = s.name and l.found is null)`.execute(trx);
  await sql`delete from portal.impossible_check where "lookedAt" < now()`.execute(trx);
}

const asRows = (looked: readonly Looked[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(looked)}::jsonb) as l(name text, took integer, found integer, trouble text)`;

async function lastLooks(db: Database) {
  const { rows } = await sql<Last>`select name, "lookedAt", took, found, trouble from portal.impossible_check`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

interface Last extends Pick<Looked, "name" | "took" | "found" | "trouble"> {
  readonly lookedAt: string;
}

export const impossibleKept: KeptNumber = {
  ...{ name: "portal_impossible_states", help: "What must never be and was found, or not answered.", label: "state" },
  rows: sql<{ label: string; value: number }>`
    select 'found' as label, coalesce(sum(found), 0)::int as value from portal.impossible_check
    union all select 'unanswered', count(*)::int from portal.impossible_check where found is null`,
};

export const brokenRules = (): RawBuilder<unknown> => sql`select from portal.impossible_check where found > 0`;

interface Looked {
  readonly name: string;
  readonly sentence: string;
  /** In milliseconds. */
  readonly took: number;
  /** How many break it; null when the question was not answered. */
  readonly found: number | null;
  readonly trouble: string | null;
  /** The first of what breaks it. */
  readonly subjects: readonly string[];
}

/** Nobody mends more by hand; the number is told beside them. */
const MOST_KEPT = 100;

/** Asks every check, one after the other, so that the office and the applicants go on working meanwhile. */
export async function lookForAll(db: Database, checks: readonly Impossible[]): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (const check of checks) looked.push(await lookFor(db, check));
  return looked;
}

/** Longer than others may take: it holds no lock, and nobody waits for it. */
const PATIENCE = sql`set local statement_timeout = '20s'`;

/** In a transaction that can change nothing: one slow question hides no other. */
async function lookFor(db: Database, { name, sentence, rows }: Impossible): Promise<Looked> {
  const begun = performance.now();
  const asked = { name, sentence };
  const took = () => Math.round(performance.now() - begun);
  try {
    const found = await db
      .transaction()
      .setAccessMode("read only")
      .execute(async (trx) => {
        await PATIENCE.execute(trx);
        return sql<{ subject: string; count: number }>`
          select subject, (count(*) over ())::int as count from (${rows}) broken
          group by subject order by subject limit ${MOST_KEPT}`.execute(trx);
      });
    const subjects = found.rows.map(({ subject }) => subject);
    return { ...asked, took: took(), found: found.rows[0]?.count ?? 0, trouble: null, subjects };
  } catch (fault) {
    const trouble = fault instanceof Error ? fault.message.slice(0, 300) : "unknown";
    return { ...asked, took: took(), found: null, trouble, subjects: [] };
  }
}

/** It reads every table. */
const looks: Limit = {
  name: "impossible-look",
  points: 6,
  seconds: 600,
  sentence: "The portal has looked six times in ten minutes. Please wait a few minutes",
};

export const impossibleStateRules: RecordRules<typeof impossibleStates> = {
  of: impossibleStates,
  table: "impossible_state",
  within: wholeCollege,
};

function impossibleStateCalls(app: FastifyInstance): void {
  const { db, limits } = app.portal;
  const checks = app.nouns.flatMap(({ impossible = [] }) => impossible);

  handle(app, readChecks, staff("impossible-states"), async ({ who }) => {
    requireWholeCollege(who);
    const last = await lastLooks(db);
    return checks.map(({ name, sentence }) => {
      const { lookedAt = null, found = null, took = null, trouble = null } = last.get(name) ?? {};
      return { name, sentence, lookedAt, found, took, trouble };
    });
  });

  handle(app, lookNow, staff("impossible-states.change"), async (ask) => {
    requireWholeCollege(ask.who);
    await limits.take(looks, "college");
    const looked = await lookForAll(db, checks);
    return write(app, ask, async ({ trx, note }) => {
      await keepLooked(trx, looked);
      const broken = looked.filter(({ found }) => found !== 0);
      const after = Object.fromEntries(broken.map(({ name, found }) => [name, found]));
      note({ deed: "impossible-state.look", subject: "impossible-states", after });
      const message =
        broken.length === 0
          ? `Nothing impossible was found: ${looked.length} rules hold`
          : `${broken.length} of ${looked.length} rules ${broken.length === 1 ? "does" : "do"} not hold`;
      return { type: "success" as const, message, checks: looked.length, found: broken.length };
    });
  });
}

/** Hourly: looks for everything that must never be. */
export const lookingForImpossible = (checks: readonly Impossible[]): Round => ({
  name: "look-for-impossible-states",
  cron: "47 * * * *",
  async run({ portal: { db }, log }) {
    const looked = await lookForAll(db, checks);
    await db.transaction().execute((trx) => keepLooked(trx, looked));
    for (const { name, found, trouble, subjects } of looked)
      if (found !== 0) log.error({ name, found, trouble, subjects: subjects.slice(0, 5) }, "impossible state");
  },
});

export const impossibleStateNoun: Noun = {
  name: "impossible-state",
  calls: impossibleStateCalls,
  listings: [impossibleStateRules],
};
