import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import type { SessionHole } from "./session.opening.contract.ts";

/** What a noun brings to the opening of a session, and what it finds lacking in one. */
export interface SessionPart {
  /** What is copied or lacking, as the office calls it, in lower case and the plural: "application fee items". */
  readonly name: string;
  /** Copies what `from` has and `to` has not, both by `_id`, once; answers how many rows. Usually `copiedRows`. */
  readonly copy?: (work: Work, from: string, to: string) => Promise<number>;
  /** What a copy of it needs to be told about, such as by how much its dates are moved; null where there is nothing. */
  readonly remark?: (db: Database, from: string, to: string) => Promise<string | null>;
  /** What the session lacks: college-wide, and for each of these programmes, which are those that take applicants. */
  readonly holes?: (db: Database, session: string, programmes: readonly AdmittingProgramme[]) => Promise<SessionHole[]>;
}

const known = new WeakMap<Portal, SessionPart[]>();

/** Tells the opening of a session about a part of it; the noun does so when it registers its calls. */
export function addSessionPart({ portal }: FastifyInstance, part: SessionPart): void {
  known.set(portal, [...(known.get(portal) ?? []), part]);
}

/** Every part that a noun has told of, in the order in which they did. */
export const sessionParts = ({ portal }: FastifyInstance): readonly SessionPart[] => known.get(portal) ?? [];

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
  const isSame = group.map((name) => sql` and has.${sql.ref(name)} is not distinct from had.${sql.ref(name)}`);
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
