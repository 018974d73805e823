import { type Expression, type RawBuilder, sql } from "kysely";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { ownFile, storedFiles } from "#platform/files/stored-file.server.ts";
import type { Trx } from "#platform/perform.server.ts";

/** The `_id` of one's own uploaded photo. Another's and an unknown one are the same 404. */
export async function ownPhoto(trx: Trx, owner: string, newname: string): Promise<string> {
  const file = await ownFile(trx, owner, newname);
  if (!file) throw notFound();
  if (file.kind !== "photo") throw refuse("This file was uploaded as a document. Upload it as your photo first");
  return file._id;
}

/** The name under which an applicant's photograph is kept, if there is one. */
export const photoNameOf = (db: Database, owner: string) =>
  db
    .selectFrom("applicant")
    .innerJoin(storedFiles(db), "file._id", "applicant.photo")
    .select("newname")
    .where("applicant._id", "=", owner)
    .executeTakeFirst();

/** Whether an applicant has a photograph, as a part of a larger query. */
export const hasPhoto = (owner: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.applicant pictured where pictured._id = ${owner} and pictured.photo is not null)`;

/** `pictured` to join in a larger query: the file of each applicant's photograph, or null. */
export const accountPhotos = (db: Database) => db.selectFrom("applicant").select(["_id", "photo"]).as("pictured");
