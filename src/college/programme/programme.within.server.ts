import { type RawBuilder, sql } from "kysely";
import type { Column } from "#console/record/record.rules.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { programmesReached } from "./programme.record.server.ts";

/** The rows whose programme lies within what a narrow right reaches: for records that a programme has. */
export const ofProgrammesWithin = (column: Column, scope: Exclude<Scope, "all">): RawBuilder<unknown> =>
  sql`${column("programme")} in (${programmesReached(scope)})`;

/** Whether one programme lies within what a right reaches. */
export async function isProgrammeWithin(db: Database, programme: string, scope: Scope): Promise<boolean> {
  if (scope === "all") return true;
  const { rows } =
    await sql`select from (${programmesReached(scope)}) reached where reached._id = ${programme}`.execute(db);
  return rows.length > 0;
}
