import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { addRow, lockedRow, type RecordRules, registryOf, removeRow } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { mayGive, openingOf, opensToo } from "../permission.give.server.ts";
import { staff } from "../permission.guard.server.ts";
import { administrationPages } from "../permission.pages.rules.ts";
import {
  isOfAdministrators,
  lockRights,
  requireAdministrator,
} from "../user-group/user-group.administrators.server.ts";
import { belongsTo, membersOf, ownGroup } from "../user-group/user-group.server.ts";
import { givePages, groupPermissions, takePages } from "./group-permission.contract.ts";

export const groupPermissionRules: RecordRules<typeof groupPermissions> = {
  of: groupPermissions,
  table: "group_permission",
  within: wholeCollege,
  constraints: { group_permission_once: ["already-so", "page", "The group opens this page already"] },
  check: async ({ trx }, { who, before, form }) => {
    requireWholeCollege(who);
    if (form) return give(trx, who.staff, { page: form.page, group: form.group });
    const { page, group } = before as unknown as Record<"page" | "group", { readonly _id: string }>;
    if (!(await isOfAdministrators(trx, group._id))) return;
    await requireAdministrator(trx, who.staff);
    if (await isAdministration(trx, page._id))
      throw refuse(
        "administrators-page-stays",
        "The administrators need this page: without it nobody could give rights",
      );
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
  if (await belongsTo(trx, giver, group))
    throw refuse("own-rights", isKeyed ? ADMINISTRATORS_OWN : await ownGroup(trx, giver));
  await mayGive(trx, giver, {
    pages: [page],
    to: await membersOf(trx, group),
  });
}

const ADMINISTRATORS_OWN =
  "Nobody raises their own rights: you belong to this group. Give the page to another group, or to a person";

async function isAdministration(trx: Trx, page: string): Promise<boolean> {
  const { rows } = await sql`
    select from portal.page where _id = ${page} and key = any(${[...administrationPages]}::text[])`.execute(trx);
  return rows.length > 0;
}

/** Many pages of a group at once: each is given and taken by the rules of one, and stands in the audit as such. */
export function manyPagesCalls(app: FastifyInstance): void {
  const change = staff("group-permissions.change");
  const registry = registryOf(app);

  handle(app, givePages, change, (ask) =>
    write(app, ask, async (work) => {
      const { who, body } = ask;
      requireWholeCollege(who);
      await lockRights(work.trx);
      const before = await opened(work.trx, body.group);
      for (const page of body.pages) {
        // A right brings the page along that it is about, so what is there is read anew.
        if ((await opened(work.trx, body.group)).has(page)) continue;
        await addRow(app, registry, groupPermissionRules, work, { who, form: { group: body.group, page } });
      }
      const count = (await opened(work.trx, body.group)).size - before.size;
      if (count === 0) throw refuse("already-so", "The group opens all of these pages already");
      const message = `${asCount(count, "page was", "pages were")} given`;
      return { type: "success" as const, message, count };
    }),
  );

  handle(app, takePages, change, (ask) =>
    write(app, ask, async (work) => {
      const { who, body } = ask;
      requireWholeCollege(who);
      await lockRights(work.trx);
      const held = await opened(work.trx, body.group);
      const taken = [...new Set(body.pages)].flatMap((page) => held.get(page) ?? []);
      for (const id of taken) {
        const before = await lockedRow(registry, groupPermissionRules, work.trx, who, id);
        await removeRow(app, groupPermissionRules, work, { who, before });
      }
      const count = taken.length;
      if (count === 0) throw refuse("already-so", "The group opens none of these pages");
      const message = `${asCount(count, "page was", "pages were")} taken away`;
      return { type: "success" as const, message, count };
    }),
  );
}

/** The pages that a group opens, each with the row that says so. */
async function opened(trx: Trx, group: string): Promise<ReadonlyMap<string, string>> {
  if (!isId(group)) return new Map();
  const { rows } = await sql<{ _id: string; page: string }>`
    select _id, page from portal.group_permission where "group" = ${group}`.execute(trx);
  return new Map(rows.map(({ _id, page }) => [page, _id]));
}
