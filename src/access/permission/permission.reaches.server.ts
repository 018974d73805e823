import { sql } from "kysely";
import type { Scope } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { grants } from "./permission.grants.server.ts";
import { reach } from "./permission.server.ts";

/** How far every right of a member of staff reaches, by the key of its page: two or three questions, however many. */
export async function reachesOf(db: Database, member: string): Promise<ReadonlyMap<string, Scope>> {
  const held = (await grants(db, sql`g.staff = ${member}`)).filter(({ key }) => key !== null);
  const kinds = new Map<string, Promise<Scope>>();
  const scopes = [...Map.groupBy(held, ({ key }) => key ?? "")].map(async ([key, given]) => {
    const kind = [...new Set(given.map(({ scope }) => scope))].sort();
    const known = kinds.get(kind.join()) ?? reach(db, { staff: member, scopes: kind });
    kinds.set(kind.join(), known);
    return [key, await known] as const;
  });
  return new Map(await Promise.all(scopes));
}
