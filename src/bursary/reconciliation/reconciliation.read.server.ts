import { sql } from "kysely";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Found } from "./reconciliation.contract.ts";
import { type DiscrepancyKind, type DiscrepancyState, discrepancyKinds } from "./reconciliation.kinds.contract.ts";

const MOST_LISTED = 1_000;

/** Everything that one run has found, by kind, and how many of its questions are answered. 404 for an unknown run. */
export async function foundBy(db: Database, id: string) {
  const known =
    isId(id) && (await db.selectFrom("reconciliation").select("_id").where("_id", "=", id).executeTakeFirst());
  if (!known) throw notFound();
  const [answered, { rows }] = await Promise.all([
    answeredOf(db, id),
    sql<Omit<Found, "ours" | "theirs"> & { ours_kobo: number | null; theirs_kobo: number | null; count: number }>`
      select d._id, d.kind, d.rrr, d.payment, d.line, d.day, d.ours_kobo, d.theirs_kobo, d.says, d.state, d.firstrun <> f.run as known,
        (count(*) over ())::int as count
      from portal.discrepancy_found f join portal.discrepancy d on d._id = f.discrepancy
      where f.run = ${id} order by array_position(${[...discrepancyKinds]}::text[], d.kind), d."createdAt", d._id
      limit ${MOST_LISTED}`.execute(db),
  ]);
  const list = rows.map(({ ours_kobo, theirs_kobo, count: _, ...one }) => ({
    ...one,
    ours: ours_kobo === null ? null : naira(ours_kobo),
    theirs: theirs_kobo === null ? null : naira(theirs_kobo),
    kind: one.kind as DiscrepancyKind,
    state: one.state as DiscrepancyState,
  }));
  return { answered, list, more: Math.max(0, (rows[0]?.count ?? 0) - list.length) };
}

/** What is open today by kind, the run that is under way, and the last that has ended. */
export async function reconciliationNow(db: Database) {
  const [running, last, { rows: open }] = await Promise.all([
    db.selectFrom("reconciliation").select(["_id", "asked"]).where("state", "=", "Running").executeTakeFirst(),
    db
      .selectFrom("reconciliation")
      .select(["_id", "endedAt", "found", "unanswered"])
      .where("state", "<>", "Running")
      .orderBy("createdAt", "desc")
      .limit(1)
      .executeTakeFirst(),
    sql<{ kind: DiscrepancyKind; count: number }>`
      select kind, count(*)::int as count from portal.discrepancy where state = 'Open'
      group by kind order by array_position(${[...discrepancyKinds]}::text[], kind)`.execute(db),
  ]);
  return {
    running: running ? { ...running, answered: await answeredOf(db, running._id) } : null,
    last: last ? { ...last, endedAt: last.endedAt ?? "" } : null,
    open,
  };
}

async function answeredOf(db: Database, run: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from portal.reconciliation_question where run = ${run} and "answeredAt" is not null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
