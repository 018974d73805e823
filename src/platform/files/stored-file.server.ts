import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Database } from "../database/connect.server.ts";
import type { DB } from "../database/tables.generated.ts";
import type { Trx } from "../write/perform.server.ts";

/** Notes whose file this is, after its bytes were kept. */
export const addStoredFile = (trx: Trx, row: Insertable<DB["stored_file"]>) =>
  trx.insertInto("stored_file").values(row).execute();

/** One's own file by its name; nothing for another's, and for what no file is called. */
export const ownFile = async (trx: Trx, owner: string, newname: string) =>
  isName(newname)
    ? trx
        .selectFrom("stored_file")
        .select(["_id", "kind", "sha256"])
        .where("newname", "=", newname)
        .where("owner", "=", owner)
        .executeTakeFirst()
    : undefined;

// The database takes no NUL in a text.
const isName = (text: string) => !text.includes("\0");

/** The media type that a file is sent with, and how many bytes it has. */
export const storedAs = (db: Database, newname: string) =>
  db.selectFrom("stored_file").select(["mediatype", "bytes"]).where("newname", "=", newname).executeTakeFirst();

/** How many bytes somebody's files take. */
export async function bytesKept(db: Database, owner: string): Promise<number> {
  const own = db.selectFrom("stored_file").where("owner", "=", owner);
  const { kept } = await own.select((row) => row.fn.sum<number | null>("bytes").as("kept")).executeTakeFirstOrThrow();
  return kept ?? 0;
}

/** `file` to join in a larger query: under which name and as what a file is kept, and the hash of its bytes. */
export const storedFiles = (db: Database) =>
  db.selectFrom("stored_file").select(["_id", "newname", "mediatype", "sha256"]).as("file");

/** The files of one kind, as a part of a larger query: rows of `_id, newname, owner, bytes, createdAt`. */
export const filesOfKind = (kind: string): RawBuilder<unknown> =>
  sql`(select _id, newname, owner, bytes, "createdAt" from portal.stored_file where kind = ${kind})`;

/** Somebody's files, oldest first. */
export const filesOf = (db: Database | Trx, owner: string) =>
  db
    .selectFrom("stored_file")
    .select(["newname", "kind", "mediatype", "bytes", "createdAt"])
    .where("owner", "=", owner)
    .orderBy("createdAt")
    .execute();

/** Somebody's files are nobody's from now on: the next sweep removes them. */
export const dropFilesOf = (trx: Trx, owner: string) =>
  trx.deleteFrom("stored_file").where("owner", "=", owner).execute();

/** The same of those that nothing names; answers how many. */
export async function dropUnusedFilesOf(trx: Trx, owner: string): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select portal.drop_unused_files(${owner}) as dropped`.execute(trx);
  return rows[0]?.dropped ?? 0;
}

/** A file that another has taken the place of is nobody's from now on, unless something else names it. Call it after the change. */
export async function dropReplacedFile(trx: Trx, before: string | null, after: string): Promise<void> {
  if (before !== null && before !== after) await sql`select portal.drop_unused_file(${before})`.execute(trx);
}

/** The same of a file that is known by its name and has no other in its place. */
export async function dropUnusedFile(trx: Trx, newname: string): Promise<void> {
  await sql`select portal.drop_unused_file(f._id) from portal.stored_file f where f.newname = ${newname}`.execute(trx);
}
