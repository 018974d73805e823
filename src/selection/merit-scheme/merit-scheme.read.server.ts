import { sql } from "kysely";
import * as v from "valibot";
import type { Database } from "#platform/database/connect.server.ts";
import { type Scheme, scheme } from "./merit-scheme.contract.ts";

/** By what a session's places are shared out; undefined while nobody has said. */
export async function schemeOf(
  db: Database,
  session: string,
): Promise<Pick<Scheme, "quotas" | "scienceshare" | "sciences"> | undefined> {
  const { rows } = await sql<{ scheme: unknown }>`select scheme from portal.merit_scheme
    where session = ${session}`.execute(db);
  return rows[0] && v.parse(scheme, rows[0].scheme);
}
