import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { RefusalReason } from "./release.words.contract.ts";

/** A refusal that is out: before its minute nobody outside knows of it. Contract 3.11. */
export interface OutRefusal {
  readonly application: string;
  readonly reason: RefusalReason;
  readonly words: string;
  readonly outAt: string;
}

/** The last refusal of each of an applicant's applications that has one. */
export async function refusalsOf(db: Database, owner: string): Promise<ReadonlyMap<string, OutRefusal>> {
  const { rows } = await sql<OutRefusal>`select distinct on (application) application, reason, words, "outAt"
    from portal.release_line where applicant = ${owner} and kind is null and standing = 'Out'
    order by application, "outAt" desc`.execute(db);
  return new Map(rows.map((one) => [one.application, one]));
}

/** Whether an application was refused, whoever applied. */
export async function isRefused(db: Database, application: string): Promise<boolean> {
  const { rows } = await sql`select from portal.release_line
    where application = ${application} and kind is null and standing = 'Out' limit 1`.execute(db);
  return rows.length > 0;
}

/** How many applications of an applicant are refused, as a part of a larger query. */
export const countRefused = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(distinct application)::int from portal.release_line
    where applicant = ${owner} and kind is null and standing = 'Out')`;
