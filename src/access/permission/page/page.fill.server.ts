import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { pageGroups } from "../permission.groups.rules.ts";
import { administrationPages, type BuiltPage, builtPages } from "../permission.pages.rules.ts";
import { ADMINISTRATORS } from "../user-group/user-group.administrators.server.ts";
import { titleOf } from "./page.titles.server.ts";

/**
 * Gives each of the portal's own pages its row, and the administrators' group what it must hold. Rows that are there
 * stay as the college named and ordered them; pages that the portal no longer has are removed. Safe to repeat.
 */
export async function fillPages(db: Database): Promise<void> {
  await dropVanishedPages(db);
  await db.transaction().execute(async (trx) => {
    // Of two that start at once one waits for the other, however slow the machine is.
    await sql`select set_config('lock_timeout', '1min', true), set_config('statement_timeout', '1min', true)`.execute(
      trx,
    );
    await sql`select pg_advisory_xact_lock(hashtext('portal pages'))`.execute(trx);
    const { rows } = await sql<{ key: string }>`select key from portal.page where key is not null`.execute(trx);
    const known = new Set(rows.map(({ key }) => key));
    const missing = builtPages.filter(({ key }) => !known.has(key));
    for (const page of missing) await addPage(trx, page);
    await sql`insert into portal.user_group (_id, key, name, scope) values (${newId()}, ${ADMINISTRATORS}, 'Administrators', 'all')
      on conflict (key) do nothing`.execute(trx);
    await grantAdministration(trx, missing);
  });
}

/** In the group where its neighbours of the list stand now, or in a group of that name. */
async function addPage(trx: Trx, page: BuiltPage): Promise<void> {
  const { key, group, link, name, visible } = page;
  const neighbours = builtPages.filter((other) => other.group === group).map((other) => other.key);
  const home =
    (await firstId(
      trx,
      sql`select pagegroup as _id from portal.page where key = any(${neighbours}::text[]) limit 1`,
    )) ??
    (await firstId(trx, sql`select _id from portal.page_group where name = ${pageGroups[group].name}`)) ??
    (await addGroup(trx, group));
  const place = 10 * (1 + builtPages.findIndex((other) => other.key === key));
  await sql`insert into portal.page (_id, key, pagegroup, link, name, title, visible, place)
    values (${newId()}, ${key}, ${home}, ${link}, ${name}, ${titleOf(page)}, ${visible}, ${place})`.execute(trx);
}

async function addGroup(trx: Trx, group: keyof typeof pageGroups): Promise<string> {
  const _id = newId();
  const { name, icon } = pageGroups[group];
  const place = 10 * (1 + Object.keys(pageGroups).indexOf(group));
  await sql`insert into portal.page_group (_id, icon, name, place) values (${_id}, ${icon}, ${name}, ${place})`.execute(
    trx,
  );
  return _id;
}

/** New pages of the administration only: what the college took away stays away. */
async function grantAdministration(trx: Trx, added: readonly BuiltPage[]): Promise<void> {
  const keys = added.map(({ key }) => key).filter((key) => administrationPages.includes(key));
  const { rows } = await sql<{ _id: string; group: string }>`
    select p._id, u._id as "group" from portal.page p cross join portal.user_group u
    where p.key = any(${keys}::text[]) and u.key = ${ADMINISTRATORS}`.execute(trx);
  for (const { _id, group } of rows) {
    await sql`insert into portal.group_permission (_id, page, "group") values (${newId()}, ${_id}, ${group})
      on conflict on constraint group_permission_once do nothing`.execute(trx);
  }
}

async function firstId(trx: Trx, query: ReturnType<typeof sql>): Promise<string | undefined> {
  const { rows } = await sql<{ _id: string }>`${query}`.execute(trx);
  return rows[0]?._id;
}

/** Removes pages that the portal no longer has, and takes them from whoever had them, each with a line in the audit. */
async function dropVanishedPages(db: Database): Promise<void> {
  if ((await vanished(db)).length === 0) return;
  await perform(db, portalItself, async (work) => {
    await sql`select pg_advisory_xact_lock(hashtext('portal pages'))`.execute(work.trx);
    const pages = await vanished(work.trx);
    for (const page of pages) await dropPage(work, page);
    if (pages.length === 0)
      work.note({ deed: "page.vanish", subject: "page:none", reason: "Another start removed them already" });
  });
}

interface Vanished {
  readonly _id: string;
  readonly key: string;
  readonly name: string;
}

async function vanished(db: Database | Trx): Promise<Vanished[]> {
  const keys = builtPages.map(({ key }) => key);
  const { rows } = await sql<Vanished>`
    select _id, key, name from portal.page where key is not null and key <> all(${keys}::text[])`.execute(db);
  return rows;
}

async function dropPage({ trx, note }: Work, { _id, key, name }: Vanished): Promise<void> {
  const reason = `The portal has no page ${key} any more`;
  for (const noun of ["group_permission", "user_permission"] as const) {
    const given = await trx.deleteFrom(noun).where("page", "=", _id).returningAll().execute();
    for (const before of given) note({ deed: `${noun}.delete`, subject: `${noun}:${before._id}`, before, reason });
  }
  await trx.deleteFrom("page").where("_id", "=", _id).execute();
  note({ deed: "page.delete", subject: `page:${_id}`, before: { key, name }, reason });
}
