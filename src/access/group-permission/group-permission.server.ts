import { sql } from "kysely";
import { type Rules, registryOf } from "#console/record/record.rules.server.ts";
import { addRow } from "#console/record/record.write.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { administration } from "../page/pages.contract.ts";
import { mayGive } from "../permission/permission.give.server.ts";
import { openingOf, opensToo } from "../permission/permission.opening.server.ts";
import {
  isOfAdministrators,
  lockRights,
  requireAdministrator,
} from "../user-group/user-group.administrators.server.ts";
import { membersOf } from "../user-group/user-group.holds.server.ts";
import { belongsTo, ownGroup } from "../user-group/user-group.server.ts";
import { groupPermissions } from "./group-permission.contract.ts";

export const groupPermissionRules: Rules<typeof groupPermissions> = {
  of: groupPermissions,
  table: "group_permission",
  within: wholeCollege,
  constraints: { group_permission_once: ["page", "The group opens this page already"] },
  check: async ({ trx }, { who, before, form }) => {
    requireWholeCollege(who);
    if (form) return give(trx, who.staff, { page: form.page, group: form.group });
    const { page, group } = before as unknown as Record<"page" | "group", { readonly _id: string }>;
    if (!(await isOfAdministrators(trx, group._id))) return;
    await requireAdministrator(trx, who.staff);
    if (await isAdministration(trx, page._id))
      throw refuse("The administrators need this page: without it nobody could give rights");
  },
  brings: async (work, { who, form }, app) => {
    const page = form && (await lackingOpening(work.trx, form.group, form.page));
    if (page) await addRow(app, registryOf(app), groupPermissionRules, work, { who, form: { ...form, page } });
  },
  added: ({ page }, { trx }) => opensToo(trx, page),
};

/** The page that a right is about, where the group does not open it yet. */
async function lackingOpening(trx: Trx, group: string, page: string): Promise<string | null> {
  const opening = await openingOf(trx, page);
  if (!opening) return null;
  const { rows } = await sql`
    select from portal.group_permission where "group" = ${group} and page = ${opening._id}`.execute(trx);
  return rows.length > 0 ? null : opening._id;
}

/** Administrators belong to their group, so that its pages are those that the portal gave it. */
async function give(trx: Trx, giver: string, { page, group }: Record<"page" | "group", string>): Promise<void> {
  await lockRights(trx);
  const isKeyed = await isOfAdministrators(trx, group);
  if (isKeyed) await requireAdministrator(trx, giver);
  if (await belongsTo(trx, giver, group)) throw refuse(isKeyed ? ADMINISTRATORS_OWN : await ownGroup(trx, giver));
  await mayGive(trx, giver, {
    pages: [page],
    to: await membersOf(trx, group),
  });
}

const ADMINISTRATORS_OWN =
  "Nobody raises their own rights: you belong to this group. Give the page to another group, or to a person";

async function isAdministration(trx: Trx, page: string): Promise<boolean> {
  const { rows } = await sql`
    select from portal.page where _id = ${page} and key = any(${[...administration]}::text[])`.execute(trx);
  return rows.length > 0;
}
