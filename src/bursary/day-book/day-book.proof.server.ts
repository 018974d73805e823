import { sql } from "kysely";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";

/** A closed day that is not as it was closed. */
export interface Broken {
  readonly day: string;
  readonly says: string;
}

interface Link {
  readonly day: string;
  readonly hash: string | null;
  readonly before: string | null;
  readonly says: string | null;
}

/** So many days are hashed by one statement: the books of many years take many, and each is short. */
const AT_ONCE = 20;

const SPOILT = "Its lines are not those that were closed";

/** Every closed day held against its hash, in order: how many there are, and those that do not match. */
export async function proveDays(db: Database): Promise<{ days: number; wrong: Broken[] }> {
  const { rows: chain } =
    await sql<Link>`select day, hash, before, says from portal.day_book_chain order by day`.execute(db);
  const closed = chain.filter(({ hash }) => hash !== null);
  const spoilt = new Set<string>();
  for (let at = 0; at < closed.length; at += AT_ONCE)
    for (const day of await spoiltDays(db, closed.slice(at, at + AT_ONCE))) spoilt.add(day);
  const wrong = chain.flatMap(({ day, says }) => {
    const said = says ?? (spoilt.has(day) ? SPOILT : null);
    return said ? [{ day, says: said }] : [];
  });
  return { days: closed.length, wrong };
}

async function spoiltDays(db: Database, links: readonly Link[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(day date, hash text, before text)
    where hash <> portal.book_hash(day, before)`.execute(db);
  return rows.map(({ day }) => day);
}

/** The same for whoever asks, with the time of it. */
export async function proofOfBook(db: Database) {
  const [at, proof] = await Promise.all([clock(db), proveDays(db)]);
  return { at, ...proof };
}

/** What the hash of a closed day is taken of; undefined for a day that is not closed. */
export async function textOfDay(db: Database, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select portal.book_text(day, before) as text from portal.day_book where day = ${day} and reopening is null`.execute(
    db,
  );
  return rows[0]?.text;
}
