import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";

/**
 * Holds lines that nobody has decided about against what is booked and what the provider answered, and writes down where
 * that has changed. Answers how many did. `of` is a condition on the line, called `l`.
 */
export async function judgeLines(trx: Trx | Database, of: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    update portal.statement_line l set payment = g.payment, booked_kobo = g.booked_kobo, answered_kobo = g.answered_kobo,
      standing = g.standing, version = l.version + 1, "updatedAt" = now()
    from portal.statement_judged g
    where g._id = l._id and ${of} and (l.payment, l.booked_kobo, l.answered_kobo, l.standing)
      is distinct from (g.payment, g.booked_kobo, g.answered_kobo, g.standing)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** So many lines are held against the books at once. */
const AT_ONCE = 2_000;

/** All lines: what a booking did not find because both came in the same moment. */
export async function judgeAllLines(db: Database): Promise<number> {
  let changed = 0;
  for (let after: string | null = null; ; ) {
    const ids: string[] = await nextLines(db, after);
    if (ids.length === 0) return changed;
    changed += await judgeLines(db, sql`l._id = any(${ids}::uuid[])`);
    after = ids.at(-1) ?? null;
  }
}

async function nextLines(db: Database, after: string | null): Promise<string[]> {
  let lines = db.selectFrom("statement_line").select("_id").where("decidedby", "is", null);
  if (after) lines = lines.where("_id", ">", after);
  const rows = await lines.orderBy("_id").limit(AT_ONCE).execute();
  return rows.map(({ _id }) => _id);
}
