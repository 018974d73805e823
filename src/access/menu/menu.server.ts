import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { readGrants } from "../permission/permission.server.ts";
import { enrollingStaff } from "../staff-session/staff-session.server.ts";
import { type Menu, type MenuPage, readMenu } from "./menu.contract.ts";

/** `presets` says what lists begin narrowed to; the menu lies below what decides it. */
export function menuCalls(app: FastifyInstance, presets: (db: Database) => Promise<Menu["presets"]>): void {
  const { db } = app.portal;

  handle(app, readMenu, enrollingStaff, async ({ who }) => {
    const { mustEnrol, secondFactor } = who;
    const me = { ...(await person(db, who.staff)), secondFactor, mustEnrol };
    if (mustEnrol) return { groups: [], rights: [], me, presets: {} };
    const held = await readGrants(db, sql`g.staff = ${who.staff}`);
    const rights = [...new Set(held.flatMap(({ key }) => key ?? []))];
    return { groups: await blocks(db, who), rights, me, presets: await presets(db) };
  });
}

async function person(db: Database, staff: string) {
  const { rows } = await sql<Pick<Menu["me"], "_id" | "name" | "emailaddress" | "groups">>`
    select s._id, concat_ws(' ', s.title, s.firstname, s.lastname) as name, s.emailaddress,
      array(select g.name from portal.group_member m join portal.user_group g on g._id = m."group"
        where m.staff = s._id order by g.name) as groups
    from portal.staff s where s._id = ${staff}`.execute(db);
  return rows[0] as NonNullable<(typeof rows)[0]>;
}

interface Entry extends MenuPage {
  readonly block: string;
  readonly icon: string;
  readonly subblock: string | null;
}

async function blocks(db: Database, { staff }: Officer): Promise<Menu["groups"]> {
  const { rows } = await sql<Entry>`
    select p.name, p.link, p.title, p.key, g.name as block, g.icon, s.name as subblock
    from portal.page p
    join portal.page_group g on g._id = p.pagegroup
    left join portal.sub_page_group s on s._id = p.subpagegroup
    where p.visible and (
      exists (select from portal.user_permission u where u.page = p._id and u.staff = ${staff})
      or exists (select from portal.group_permission gp join portal.group_member m on m."group" = gp."group"
        where gp.page = p._id and m.staff = ${staff}))
    order by g.place, g.name, s.place nulls first, s.name, p.place, p.name`.execute(db);
  return [...Map.groupBy(rows, ({ block }) => block)].map(([name, entries]) => ({
    name,
    icon: entries[0]?.icon ?? "",
    pages: entries.filter(({ subblock }) => subblock === null).map(asPage),
    subgroups: [...Map.groupBy(entries, ({ subblock }) => subblock)].flatMap(([sub, inside]) =>
      sub === null ? [] : [{ name: sub, pages: inside.map(asPage) }],
    ),
  }));
}

const asPage = ({ name, link, title, key }: Entry): MenuPage => ({ name, link, title, key });
