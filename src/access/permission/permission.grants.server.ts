import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** One page that somebody may open, why, and how far it reaches. */
export interface PageGrant {
  readonly staff: string;
  readonly page: string;
  readonly key: string | null;
  /** The group through which it is held; null when it is given in person. */
  readonly group: string | null;
  readonly scope: "all" | "college" | "department" | "unit";
}

/** Every grant there is, as a part of a larger query: through groups and in person. */
export const everyGrant = (): RawBuilder<unknown> => sql`(
      select m.staff, p._id as page, p.key, u.name as "group", u.scope
      from portal.group_member m
      join portal.user_group u on u._id = m."group"
      join portal.group_permission given on given."group" = u._id
      join portal.page p on p._id = given.page
      union all
      select given.staff, p._id, p.key, null, given.scope
      from portal.user_permission given join portal.page p on p._id = given.page
    )`;

/** Every grant that `where` finds among all grants, called `g`: through groups and in person. */
export async function readGrants(db: Database | Trx, where: RawBuilder<unknown>): Promise<PageGrant[]> {
  const { rows } = await sql<PageGrant>`select g.* from ${everyGrant()} g where ${where}`.execute(db);
  return rows;
}
