import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/perform.server.ts";
import { builtPages } from "./pages.contract.ts";

/** Removes pages that the portal no longer has, and takes them from whoever had them, each with a line in the audit. */
export async function dropVanishedPages(db: Database): Promise<void> {
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
