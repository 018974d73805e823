import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";

/** Who submitted the applications whose code holds a text, at most so many. */
export async function applicantsByCode(db: Database, code: string, most: number): Promise<string[]> {
  const literal = code.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const { rows } = await sql<{ applicant: string }>`select distinct applicant from portal.review
    where search like ${`%${literal}%`} and lower(code) like ${`%${literal}%`} limit ${most}`.execute(db);
  return rows.map(({ applicant }) => applicant);
}
