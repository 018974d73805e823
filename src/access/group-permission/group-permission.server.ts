import { sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { administration } from "../page/pages.contract.ts";
import { ADMINISTRATORS, belongsTo, keyOf, OWN_GROUP } from "../user-group/user-group.server.ts";
import { groupPermissions } from "./group-permission.contract.ts";

export const groupPermissionRules: Rules<typeof groupPermissions> = {
  of: groupPermissions,
  table: "group_permission",
  within: wholeCollege,
  constraints: { group_permission_once: ["page", "The group opens this page already"] },
  check: async ({ trx }, { who, before, form }) => {
    if (form) {
      if (await belongsTo(trx, who.staff, form.group)) throw refuse(OWN_GROUP);
      return;
    }
    const { page, group } = before as unknown as Record<"page" | "group", { readonly _id: string }>;
    if ((await keyOf(trx, group._id)) === ADMINISTRATORS && (await isAdministration(trx, page._id)))
      throw refuse("The administrators need this page: without it nobody could give rights");
  },
};

async function isAdministration(trx: Trx, page: string): Promise<boolean> {
  const { rows } = await sql`
    select from portal.page where _id = ${page} and key = any(${[...administration]}::text[])`.execute(trx);
  return rows.length > 0;
}
