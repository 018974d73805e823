import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "./connect.server.ts";

/** What the time is, by the one clock that all processes share. */
export async function clock(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(db);
  return rows[0]?.now ?? "";
}

/** A time inside JSON that the database makes, written as times travel everywhere else. */
export const timeInJson = (at: Expression<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
