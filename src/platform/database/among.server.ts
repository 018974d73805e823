import { type Expression, type RawBuilder, sql } from "kysely";

/** Whether a column of a larger query is meant. */
export type Among = (column: Expression<unknown>) => RawBuilder<boolean>;

/** One id, or a column that stands outside. */
export const isThis =
  (id: Expression<unknown>): Among =>
  (column) =>
    sql<boolean>`${column} = ${id}`;

/**
 * Some `_id`s. One is asked for as itself: PostgreSQL takes a list for ten when it weighs a plan that it keeps, so a list of one would be
 * planned anew at each call.
 */
export const among = (ids: readonly string[]): Among =>
  ids.length === 1 ? isThis(sql`${ids[0]}::uuid`) : (column) => sql<boolean>`${column} = any(${[...ids]}::uuid[])`;
