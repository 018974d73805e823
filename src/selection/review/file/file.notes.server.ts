import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { addNote, type ReviewNote } from "../review.file.contract.ts";
import { lockFile } from "../review.move.server.ts";

export const reviewNoteCalls = (app: FastifyInstance): void =>
  handle(app, addNote, staff("applications.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { _id: application } = await lockFile(trx, ask.who, ask.params.id);
      const _id = newId();
      await trx
        .insertInto("review_note")
        .values({ _id, application, author: ask.who.staff, post: ask.body.post })
        .execute();
      note({ deed: "review-note.add", subject: `review:${application}`, after: { note: _id } });
      return { type: "success" as const, message: "Your note was added", _id };
    }),
  );

/** The office's notes about an application, newest first. */
export async function notesOf(db: Database, application: string): Promise<ReviewNote[]> {
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
