import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { registryOf } from "#console/record/record.rules.server.ts";
import { addRow, lockedRow, removeRow } from "#console/record/record.write.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { staff } from "../permission/permission.server.ts";
import { lockRights } from "../user-group/user-group.administrators.server.ts";
import { givePages, takePages } from "./group-permission.contract.ts";
import { groupPermissionRules } from "./group-permission.server.ts";

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
      if (count === 0) throw refuse("The group opens all of these pages already");
      const message = `${count} ${count === 1 ? "page was" : "pages were"} given`;
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
      if (count === 0) throw refuse("The group opens none of these pages");
      const message = `${count} ${count === 1 ? "page was" : "pages were"} taken away`;
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
