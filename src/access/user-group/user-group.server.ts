import { sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { mayGive } from "../permission/permission.give.server.ts";
import { isOfAdministrators, lockRights, whomToAsk } from "./user-group.administrators.server.ts";
import { userGroups } from "./user-group.contract.ts";
import { membersOf, pagesOf } from "./user-group.holds.server.ts";

export const userGroupRules: Rules<typeof userGroups> = {
  of: userGroups,
  table: "user_group",
  within: wholeCollege,
  instead: "Take its members and pages away first",
  check: async ({ trx }, { who, id, before, form }) => {
    if (!before) return;
    if (form && form.scope !== before.scope && (await belongsTo(trx, who.staff, id)))
      throw refuseFields({ scope: await ownGroup(trx, who.staff) });
    if (await isOfAdministrators(trx, id)) {
      if (!form) throw refuse("The administrators' group cannot be deleted: without it nobody could give rights");
      if (form.scope !== "all")
        throw refuse("The administrators' group reaches everything. Make another group for less");
    }
    // Less than everything takes away; any other change of the reach gives.
    if (form && form.scope !== before.scope && before.scope !== "all") {
      await lockRights(trx);
      await mayGive(trx, who.staff, {
        pages: await pagesOf(trx, id),
        to: await membersOf(trx, id),
      });
    }
  },
};

/** Said wherever somebody would raise what the own group may do. */
export const ownGroup = async (trx: Trx, reader: string): Promise<string> =>
  `Nobody raises their own rights: you belong to this group, so ${await whomToAsk(trx, reader)} must do this`;

/** Whether somebody belongs to a group. */
export async function belongsTo(trx: Trx, member: string, group: string): Promise<boolean> {
  const { rows } = await sql`select from portal.group_member where staff = ${member} and "group" = ${group}`.execute(
    trx,
  );
  return rows.length > 0;
}
