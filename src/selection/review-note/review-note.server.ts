import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { write } from "#platform/write.server.ts";
import { lockedFile } from "../review/review.reach.server.ts";
import { addNote } from "./review-note.contract.ts";

export const reviewNoteCalls = (app: FastifyInstance): void =>
  handle(app, addNote, staff("applications.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { _id: application } = await lockedFile(trx, ask.who, ask.params.id);
      const _id = newId();
      await trx
        .insertInto("review_note")
        .values({ _id, application, author: ask.who.staff, post: ask.body.post })
        .execute();
      note({ deed: "review-note.add", subject: `review:${application}`, after: { note: _id } });
      return { type: "success" as const, message: "Your note was added", _id };
    }),
  );
