import { type RawBuilder, sql } from "kysely";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";

/** A closed day that is not as it was closed. */
interface Broken {
  readonly day: string;
  readonly says: string;
}

/** Closed days that do not match their hashes, in their order. */
async function brokenDays(db: Database): Promise<Broken[]> {
  const { rows } = await sql<Broken>`
    select day, says from portal.day_book_proof where says is not null order by day`.execute(db);
  return rows;
}

/** The same as rows of `kind`, `subject` and what else a reconciliation gathers. */
export const changedDays = (): RawBuilder<unknown> => sql`
  select 'Closed day changed' as kind, 'day_book:' || day as subject, null::text as rrr, null::uuid as payment, null::uuid as line,
    day, null::bigint as ours_kobo, null::bigint as theirs_kobo, says
  from portal.day_book_proof where says is not null`;

/** Every closed day held against its hash. */
export async function proofOfBook(db: Database) {
  const [at, wrong, { rows }] = await Promise.all([
    clock(db),
    brokenDays(db),
    sql<{ days: number }>`select count(*)::int as days from portal.day_book where reopening is null`.execute(db),
  ]);
  return { at, days: rows[0]?.days ?? 0, wrong };
}

/** What the hash of a closed day is taken of; undefined for a day that is not closed. */
export async function textOfDay(db: Database, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select portal.book_text(day, before) as text from portal.day_book where day = ${day} and reopening is null`.execute(
    db,
  );
  return rows[0]?.text;
}
