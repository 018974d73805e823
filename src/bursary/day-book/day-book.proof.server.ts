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

/** Names the hash found now: spoilt otherwise, a day is another finding. */
const spoilt = (hash: string) => `Its lines are not those that were closed. Their hash is now ${hash}`;

const formerSpoilt = (hash: string) =>
  `What is kept of a former closing is not what was closed. Its hash is now ${hash}`;

/**
 * Every closed day held against its hash, in order: how many there are, and those that do not match; also those of which a
 * former closing, that was opened again, does not.
 */
export async function proveDays(db: Database): Promise<{ days: number; wrong: Broken[] }> {
  const { rows: chain } =
    await sql<Link>`select day, hash, before, says from portal.day_book_chain order by day`.execute(db);
  const closed = chain.filter(({ hash }) => hash !== null);
  const found = new Map<string, string>();
  for (let at = 0; at < closed.length; at += AT_ONCE)
    for (const { day, hash } of await spoiltDays(db, closed.slice(at, at + AT_ONCE))) found.set(day, hash);
  const wrong = chain.flatMap(({ day, says }) => {
    const hash = found.get(day);
    const said = says ?? (hash ? spoilt(hash) : null);
    return said ? [{ day, says: said }] : [];
  });
  const named = new Set(wrong.map(({ day }) => day));
  const former = (await spoiltFormer(db)).filter(({ day }) => !named.has(day));
  return { days: closed.length, wrong: [...wrong, ...former].sort((one, other) => (one.day < other.day ? -1 : 1)) };
}

/** Days of which a closing that was opened again is not as it was kept, each with the hash of what is kept now. */
async function spoiltFormer(db: Database): Promise<Broken[]> {
  const { rows } = await sql<{ day: string; hash: string }>`
    select distinct on (day) day, encode(sha256(convert_to(text, 'UTF8')), 'hex') as hash from portal.day_book
    where reopening is not null and hash <> encode(sha256(convert_to(text, 'UTF8')), 'hex')
    order by day, "closedAt"`.execute(db);
  return rows.map(({ day, hash }) => ({ day, says: formerSpoilt(hash) }));
}

/** Of these days those that are not as they were closed, each with the hash of what stands there now. */
async function spoiltDays(db: Database, links: readonly Link[]): Promise<{ day: string; hash: string }[]> {
  const { rows } = await sql<{ day: string; hash: string }>`
    select link.day, now.hash
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(day date, hash text, before text)
    cross join lateral (select portal.book_hash(link.day, link.before) as hash offset 0) now
    where link.hash <> now.hash`.execute(db);
  return rows;
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

/** What a closing with this hash was taken of, in force or not, as it was kept then; undefined for none that is kept. */
export async function keptText(db: Database, day: string, hash: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const kept = await db
    .selectFrom("day_book")
    .select("text")
    .where("day", "=", day)
    .where("hash", "=", hash)
    .where("text", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return kept?.text ?? undefined;
}
