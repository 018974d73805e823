import type { Rules } from "#console/record/record.rules.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { mayGive } from "../permission/permission.give.server.ts";
import { whomToAsk } from "../user-group/user-group.administrators.server.ts";
import { userPermissions } from "./user-permission.contract.ts";

export const userPermissionRules: Rules<typeof userPermissions> = {
  of: userPermissions,
  table: "user_permission",
  within: wholeCollege,
  constraints: { user_permission_once: ["page", "This person has been given the page already"] },
  check: async ({ trx }, { who, form }) => {
    requireWholeCollege(who);
    if (!form) return;
    if (form.staff === who.staff)
      throw refuse(`Nobody raises their own rights: ${await whomToAsk(trx, who.staff)} must give you a page`);
    await mayGive(trx, who.staff, { pages: [form.page], to: [form.staff] });
  },
};
