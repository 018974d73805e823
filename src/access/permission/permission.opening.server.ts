import { sql } from "kysely";
import type { Trx } from "#platform/perform.server.ts";

/** A page by its `_id`, and its name. */
interface Named {
  readonly _id: string;
  readonly name: string;
}

/**
 * The page that a right to change or to approve is about: without the right to open it, that right opens nothing. Null of
 * a page that is opened itself.
 */
export async function openingOf(trx: Trx, page: string): Promise<Named | null> {
  const { rows } = await sql<Named>`
    select opens._id, opens.name from portal.page deed
    join portal.page opens on deed.key in (opens.key || '.change', opens.key || '.approve')
    where deed._id = ${page}`.execute(trx);
  return rows[0] ?? null;
}

/** What is said of a page beside its own name: that the right to open it came with it. */
export async function opensToo(trx: Trx, page: string): Promise<string> {
  const opening = await openingOf(trx, page);
  return opening ? `. ${opening.name} can be opened too` : "";
}
