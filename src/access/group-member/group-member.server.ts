import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import { keepAdministrator, lockAdministrators } from "../user-group/user-group.server.ts";
import { groupMembers } from "./group-member.contract.ts";

export const groupMemberRules: Rules<typeof groupMembers> = {
  of: groupMembers,
  table: "group_member",
  within: wholeCollege,
  constraints: { group_member_once: ["staff", "This person belongs to the group already"] },
  check: async ({ trx }, { who, form }) => {
    await lockAdministrators(trx);
    if (form?.staff === who.staff)
      throw refuse("Nobody raises their own rights: another administrator must add you to a group");
  },
  brings: async ({ trx }, { form }) => {
    if (!form) await keepAdministrator(trx);
  },
};
