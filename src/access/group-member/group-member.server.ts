import type { Change, Rules } from "#console/record/record.rules.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { mayGive } from "../permission/permission.give.server.ts";
import { requireSecondPerson } from "../permission/permission.second-person.server.ts";
import {
  isOfAdministrators,
  keepAdministrator,
  lockRights,
  requireAdministrator,
  whomToAsk,
} from "../user-group/user-group.administrators.server.ts";
import { pagesOf } from "../user-group/user-group.holds.server.ts";
import { tellAdministrator } from "../user-group/user-group.mail.server.ts";
import { groupMembers } from "./group-member.contract.ts";

export const groupMemberRules: Rules<typeof groupMembers> = {
  of: groupMembers,
  table: "group_member",
  within: wholeCollege,
  constraints: { group_member_once: ["staff", "This person belongs to the group already"] },
  check: async ({ trx }, { who, before, form }) => {
    requireWholeCollege(who);
    if (form?.staff === who.staff)
      throw refuse(`Nobody raises their own rights: ${await whomToAsk(trx, who.staff)} must add you to a group`);
    const group = groupOf({ before, form });
    const isKeyed = await isOfAdministrators(trx, group);
    if (isKeyed || form) await lockRights(trx);
    if (isKeyed) await requireAdministrator(trx, who.staff);
    if (!form) return;
    if (isKeyed) await requireSecondPerson(trx, who.staff, [form.staff]);
    await mayGive(trx, who.staff, {
      pages: await pagesOf(trx, group),
      to: [form.staff],
    });
  },
  brings: async ({ trx }, { who, before, form }, app) => {
    if (form || !before || !(await isOfAdministrators(trx, groupOf({ before, form })))) return;
    await keepAdministrator(trx);
    if (memberOf(before) !== who.staff) await tellAdministrator(trx, app.portal.config, memberOf(before));
  },
};

const memberOf = (before: NonNullable<Change["before"]>): string => (before.staff as { readonly _id: string })._id;

const groupOf = ({ before, form }: Pick<Change, "before" | "form">): string =>
  form?.group ?? (before as unknown as { readonly group: { readonly _id: string } }).group._id;
