import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Note } from "./review-note.contract.ts";

/** The office's notes about an application, newest first. */
export async function notesOf(db: Database, application: string): Promise<Note[]> {
  const found = await db
    .selectFrom("review_note")
    .select(["_id", "author", "post", "createdAt"])
    .where("application", "=", application)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .execute();
  const names = await namesOfStaff(
    db,
    found.map(({ author }) => author),
  );
  return found.map(({ author, ...one }) => ({ ...one, author: names.get(author) ?? "" }));
}
