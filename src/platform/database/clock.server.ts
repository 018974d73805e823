import { sql } from "kysely";
import type { Database } from "./connect.server.ts";

/** What the time is, by the one clock that all processes share. */
export async function clock(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(db);
  return rows[0]?.now ?? "";
}
