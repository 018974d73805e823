import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Impossible } from "#platform/impossible.server.ts";

/** What one check came to. */
export interface Looked {
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
