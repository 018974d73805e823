import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { candidatesOf } from "../jamb-candidate/jamb-candidate.server.ts";
import { reviewsOf } from "../review/review.read.server.ts";

/** Numbers of which a session has neither a candidate nor an application. */
export async function strangersAmong(db: Database, session: string, jambs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ jamb: string }>`select s.jamb from unnest(${[...jambs]}::text[]) as s(jamb)
    where not exists (select from (${candidatesOf(session)}) l where l.jamb = s.jamb)
      and not exists (select from (${reviewsOf(session)}) review where review.jamb = s.jamb)`.execute(db);
  return rows.map(({ jamb }) => jamb);
}
