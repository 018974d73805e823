import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { eraseAccount } from "#identity/account/account.server.ts";
import { lockApplicants } from "#identity/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work, withinSavepoint } from "#platform/write/perform.server.ts";
import { type RetentionKind, retentionKinds } from "./retention.rules.ts";

/** The days of the rule that is in force; null where none is. */
export async function daysInForce(db: Database | Trx, kind: RetentionKind): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`select portal.retention_days(${kind}) as days`.execute(db);
  return rows[0]?.days ?? null;
}

/** What a rule of so many days finds now, part by part, the most first. */
export async function foundBy(db: Database | Trx, kind: RetentionKind, days: number) {
  const { rows } = await sql<{ part: string; count: number; oldest: string }>`
    select part, count(*)::int as count, min(since) as oldest
    from portal.retention_due(${kind}, ${days}) group by part order by 2 desc, 1`.execute(db);
  const oldest = rows.map((row) => row.oldest).sort()[0] ?? null;
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    parts: rows.map(({ part, count }) => ({ part, count })),
    oldest,
  };
}

/** People of one transaction, and traces of one. */
const PEOPLE = 50;
const TRACES = 5_000;

/** Each night: takes away what each rule in force finds, batch by batch; a batch that was taken is found no more. */
export const keepRetention: Round = {
  name: "keep-retention-rules",
  cron: "23 2 * * *",
  async run(app) {
    for (const kind of retentionKinds)
      for (let tried: string[] = []; ; ) {
        const left = await batchOf(app, kind, tried);
        if (left.length === 0) break;
        tried = [...tried, ...left];
      }
  },
};

/** One batch; answers what it looked at, empty where nothing is left. */
async function batchOf({ portal: { db } }: FastifyInstance, kind: RetentionKind, tried: readonly string[]) {
  const days = await daysInForce(db, kind);
  if (days === null) return [];
  if (kind === "mail-log" || kind === "file-openings") return dropTraces(db, kind, days);
  const { rows } = await sql<{ _id: string }>`select _id from portal.retention_due(${kind}, ${days}) due
    where _id <> all(${[...tried]}::uuid[]) order by _id limit ${PEOPLE}`.execute(db);
  for (const { _id } of rows) await perform(db, portalItself, (work) => letGo(work, kind, days, _id));
  return rows.map(({ _id }) => _id);
}

async function dropTraces(db: Database, kind: RetentionKind, days: number): Promise<string[]> {
  for (let gone = TRACES; gone === TRACES; )
    gone = await perform(db, portalItself, async ({ trx, note }) => {
      const { rows } = await sql<{
        gone: number;
      }>`select portal.drop_traces(${kind}, ${days}, ${TRACES}) as gone`.execute(trx);
      const count = rows[0]?.gone ?? 0;
      note({ deed: "retention.carry-out", subject: `retention:${kind}`, after: { gone: count } });
      return count;
    });
  return [];
}

/** Locked first, and judged once more: whoever signed in, paid or applied meanwhile keeps everything. */
async function letGo(work: Work, kind: RetentionKind, days: number, owner: string): Promise<void> {
  const { trx, note } = work;
  await lockApplicants(trx, [owner]);
  const { rows } = await sql<{ part: string }>`select part from portal.retention_due(${kind}, ${days}) due
    where due._id = ${owner}`.execute(trx);
  const part = rows[0]?.part;
  let gone = part ?? null;
  if (part === "Accounts") {
    // Something may rest on it that the rule does not know: then it stays.
    const refusal = await withinSavepoint(work, ({ trx: within }) => eraseAccount(within, owner));
    if (refusal) gone = null;
  } else if (part) await sql`select portal.drop_papers(${owner})`.execute(trx);
  note({ deed: "retention.carry-out", subject: `retention:${kind}`, after: { applicant: owner, gone } });
}
