import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { ADMINISTRATORS } from "./user-group.administrators.server.ts";

const administrators = sql`portal.group_member m
  join portal.user_group held on held._id = m."group" and held.key = ${ADMINISTRATORS}
  join portal.staff s on s._id = m.staff`;

export const impossibleGroups: readonly Impossible[] = [
  {
    name: "no-administrator",
    sentence: "The college keeps an administrator who is active",
    rows: sql`select 'user_group:' || g._id as subject from portal.user_group g
      where g.key = ${ADMINISTRATORS} and exists (select from ${administrators})
        and not exists (select from ${administrators} where s.status = 'Active')`,
  },
];
