import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { lockRights, mayGive, staff } from "../permission/permission.server.ts";
import { addStarterGroups, listStarterGroups } from "./starter-group.contract.ts";
import { type StarterGroup, starterGroups } from "./starter-group.rules.ts";

export function starterGroupCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listStarterGroups, staff("user-groups"), async () => {
    const there = await groupNames(db);
    return starterGroups.map(({ name, about, scope, pages }) => ({
      name,
      about,
      scope,
      pages: new Set(pages).size,
      exists: there.has(name.toLowerCase()),
    }));
  });

  handle(app, addStarterGroups, staff("user-groups.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const wanted = starterGroups.filter(({ name }) => ask.body.groups.includes(name));
      const count = await makeGroups(work, ask.who.staff, wanted);
      if (count === 0) throw refuse("nothing-to-add", "These groups are there already, so none was made");
      const message = `${asCount(count, "group is", "groups are")} there now. Look at their pages, then add members`;
      return { type: "success" as const, message, count };
    }),
  );
}

/** Makes those of the groups that are not there yet, with their pages; answers how many. They have no members. */
export async function makeGroups(work: Work, giver: string, wanted: readonly StarterGroup[]): Promise<number> {
  const { trx, note } = work;
  await lockRights(trx);
  const there = await groupNames(trx);
  const missing = wanted.filter(({ name }) => !there.has(name.toLowerCase()));
  for (const { name, scope, pages } of missing) {
    const keys = [...new Set(pages)];
    const { rows } = await sql<{ _id: string }>`select _id from portal.page where key = any(${keys}::text[])`.execute(
      trx,
    );
    const held = rows.map(({ _id }) => _id);
    await mayGive(trx, giver, { pages: held, to: [] });
    const _id = newId();
    await sql`insert into portal.user_group (_id, name, scope) values (${_id}, ${name}, ${scope})`.execute(trx);
    await sql`insert into portal.group_permission (_id, page, "group")
      select g._id, g.page, ${_id} from unnest(${held.map(newId)}::uuid[], ${held}::uuid[]) as g(_id, page)`.execute(
      trx,
    );
    note({ deed: "user_group.create", subject: `user_group:${_id}`, after: { name, scope, pages: keys } });
  }
  return missing.length;
}

async function groupNames(db: Database | Trx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from portal.user_group`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** How many groups there are beside that of the administrators. */
export async function groupsMade(db: Database): Promise<number> {
  const { rows } = await sql<{
    made: number;
  }>`select count(*)::int as made from portal.user_group where key is null`.execute(db);
  return rows[0]?.made ?? 0;
}

export const starterGroupNoun: Noun = {
  name: "starter-group",
  calls: starterGroupCalls,
};
