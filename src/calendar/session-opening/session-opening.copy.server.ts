import { type RawBuilder, sql } from "kysely";
import { newId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Work } from "#platform/perform.server.ts";

interface Copied {
  /** As the history of each copy names it. */
  readonly noun: string;
  readonly table: keyof DB & string;
  /** The columns that are copied; `_id` and `session` are the copy's own. */
  readonly columns: readonly string[];
  /**
   * The columns that make rows belong together, such as `programme`: a group of which the session has any row is left
   * as it is, so that lines of two years never add up. Empty where the rows of a session are one group.
   */
  readonly group: readonly string[];
  /** Which rows are copied, of those called `had`; by default the active ones: what was withdrawn stays behind. */
  readonly where?: RawBuilder<unknown>;
  /** A column that is not copied as it is, of the row called `had`. */
  readonly instead?: Readonly<Record<string, RawBuilder<unknown>>>;
}

/**
 * Copies rows of a noun's own table from one session to another, in their order, and begins the history of each; answers
 * how many.
 */
export async function copiedRows(
  { trx, note }: Work,
  { noun, table, columns, group, where = sql`had.status`, instead = {} }: Copied,
  from: string,
  to: string,
): Promise<number> {
  const rows = sql.table(`portal.${table}`);
  const isSame = group.map((name) => sql` and has.${sql.ref(name)} = had.${sql.ref(name)}`);
  const { rows: found } = await sql<{ _id: string }>`select had._id from ${rows} had
    where had.session = ${from} and ${where}
      and not exists (select from ${rows} has where has.session = ${to}${sql.join(isSame, sql``)})
    order by had._id`.execute(trx);
  const old = found.map(({ _id }) => _id);
  const values = columns.map((name) => instead[name] ?? sql`had.${sql.ref(name)}`);
  const copies = await sql<{ _id: string }>`
    insert into ${rows} (_id, session, ${sql.join(columns.map((name) => sql.ref(name)))})
    select n.new, ${to}, ${sql.join(values)}
    from unnest(${old}::uuid[], ${old.map(newId)}::uuid[]) as n(old, new) join ${rows} had on had._id = n.old
    on conflict do nothing returning _id`.execute(trx);
  for (const { _id } of copies.rows)
    note({ deed: `${noun}.copy`, subject: `${noun}:${_id}`, after: { session: to, from } });
  return copies.rows.length;
}
