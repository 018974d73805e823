import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Looked } from "./impossible-state.look.server.ts";

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

/** How each check came out when it was last asked, by its name. */
export async function lastLooks(db: Database) {
  const { rows } = await sql<Last>`select name, "lookedAt", took, found, trouble from portal.impossible_check`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

interface Last extends Pick<Looked, "name" | "took" | "found" | "trouble"> {
  readonly lookedAt: string;
}

/** The rules that are broken, to be counted. */
export const brokenRules = (): RawBuilder<unknown> => sql`select from portal.impossible_check where found > 0`;
