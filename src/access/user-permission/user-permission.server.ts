import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { userPermissions } from "./user-permission.contract.ts";

export const userPermissionRules: Rules<typeof userPermissions> = {
  of: userPermissions,
  table: "user_permission",
  within: wholeCollege,
  constraints: { user_permission_once: ["page", "This person has been given the page already"] },
  check: async (_work, { who, form }) => {
    if (form?.staff === who.staff)
      throw refuse("Nobody raises their own rights: another administrator must give you a page");
  },
};
