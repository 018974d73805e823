import { sql } from "kysely";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mayGive, requireSecondPerson } from "../permission.give.server.ts";
import {
  isOfAdministrators,
  keepAdministrator,
  lockRights,
  requireAdministrator,
  whomToAsk,
} from "./user-group.administrators.server.ts";
import { groupMembers, userGroups } from "./user-group.contract.ts";
import { tellAdministrator } from "./user-group.mail.server.ts";

/** The `_id` of each page that a group opens. */
async function pagesOf(trx: Trx, group: string): Promise<string[]> {
  const { rows } = await sql<{ page: string }>`
    select page from portal.group_permission where "group" = ${group}`.execute(trx);
  return rows.map(({ page }) => page);
}

/** The `_id` of each member of staff who belongs to a group. */
export async function membersOf(trx: Trx, group: string): Promise<string[]> {
  const { rows } = await sql<{ staff: string }>`
    select staff from portal.group_member where "group" = ${group}`.execute(trx);
  return rows.map(({ staff }) => staff);
}

export const userGroupRules: RecordRules<typeof userGroups> = {
  of: userGroups,
  table: "user_group",
  within: wholeCollege,
  instead: "Take its members and pages away first",
  check: async ({ trx }, { who, id, before, form }) => {
    if (!before) return;
    if (form && form.scope !== before.scope && (await belongsTo(trx, who.staff, id)))
      throw refuseFields("own-rights", { scope: await ownGroup(trx, who.staff) });
    if (await isOfAdministrators(trx, id)) {
      if (!form)
        throw refuse(
          "administrators-group-stays",
          "The administrators' group cannot be deleted: without it nobody could give rights",
        );
      if (form.scope !== "all")
        throw refuse(
          "administrators-group-stays",
          "The administrators' group reaches everything. Make another group for less",
        );
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

export async function belongsTo(trx: Trx, member: string, group: string): Promise<boolean> {
  const { rows } = await sql`select from portal.group_member where staff = ${member} and "group" = ${group}`.execute(
    trx,
  );
  return rows.length > 0;
}

export const groupMemberRules: RecordRules<typeof groupMembers> = {
  of: groupMembers,
  table: "group_member",
  within: wholeCollege,
  constraints: { group_member_once: ["already-so", "staff", "This person belongs to the group already"] },
  check: async ({ trx }, { who, before, form }) => {
    requireWholeCollege(who);
    if (form?.staff === who.staff)
      throw refuse(
        "own-rights",
        `Nobody raises their own rights: ${await whomToAsk(trx, who.staff)} must add you to a group`,
      );
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

const memberOf = (before: NonNullable<RowChange["before"]>): string => (before.staff as { readonly _id: string })._id;

const groupOf = ({ before, form }: Pick<RowChange, "before" | "form">): string =>
  form?.group ?? (before as unknown as { readonly group: { readonly _id: string } }).group._id;
