import { sql } from "kysely";
import type { Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { grants } from "./permission.grants.server.ts";
import { reachOf } from "./permission.server.ts";

/**
 * How far a right reaches by now of somebody who is not asking: for what was ordered earlier and is done today. Undefined
 * without the right, and for who is suspended or gone. Who is on leave keeps it.
 */
export async function stillReaches(db: Database | Trx, member: string, key: string): Promise<Scope | undefined> {
  const { rows } =
    await sql`select from portal.staff where _id = ${member} and status in ('Active', 'On leave')`.execute(db);
  return rows.length === 0 ? undefined : reachOf(db, member, key);
}

/** Whether a right reaches some departments, or everything where these are null. */
export const covers = (scope: Scope | undefined, departments: readonly string[] | null): boolean =>
  scope === "all" || (departments?.every((one) => scope?.departments.includes(one)) ?? false);

/** Who is Active and holds a right for the whole college: whom a letter about it goes to. */
export async function holdersOf(trx: Trx, key: string): Promise<{ firstname: string; emailaddress: string }[]> {
  const held = await grants(trx, sql`g.key = ${key} and g.scope = 'all'`);
  const { rows } = await sql<{
    firstname: string;
    emailaddress: string;
  }>`select firstname, emailaddress from portal.staff
    where _id = any(${held.map(({ staff }) => staff)}::uuid[]) and status = 'Active'`.execute(trx);
  return rows;
}
