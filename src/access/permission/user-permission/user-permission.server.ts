import { sql } from "kysely";
import { addRow, type RecordRules, registryOf } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mayGive, openingOf, opensToo } from "../permission.give.server.ts";
import { readGrants } from "../permission.grants.server.ts";
import { lockRights, whomToAsk } from "../user-group/user-group.administrators.server.ts";
import { userPermissions } from "./user-permission.contract.ts";

export const userPermissionRules: RecordRules<typeof userPermissions> = {
  of: userPermissions,
  table: "user_permission",
  within: wholeCollege,
  constraints: { user_permission_once: ["already-so", "page", "This person has been given the page already"] },
  check: async ({ trx }, { who, form }) => {
    requireWholeCollege(who);
    if (!form) return;
    if (form.staff === who.staff)
      throw refuse(
        "own-rights",
        `Nobody raises their own rights: ${await whomToAsk(trx, who.staff)} must give you a page`,
      );
    await lockRights(trx);
    await mayGive(trx, who.staff, { pages: [form.page], to: [form.staff] });
  },
  brings: async (work, { who, form }, app) => {
    const page = form && (await lackingOpening(work.trx, form.staff, form.page));
    if (page) await addRow(app, registryOf(app), userPermissionRules, work, { who, form: { ...form, page } });
  },
  added: ({ page }, { trx }) => opensToo(trx, page),
};

/** The page that a right is about, where the person cannot open it yet. */
async function lackingOpening(trx: Trx, staff: string, page: string): Promise<string | null> {
  const opening = await openingOf(trx, page);
  if (!opening) return null;
  const held = await readGrants(trx, sql`g.staff = ${staff} and g.page = ${opening._id}`);
  return held.length > 0 ? null : opening._id;
}
