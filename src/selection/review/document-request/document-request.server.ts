import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  acceptDocument,
  askForDocument,
  askOnceMore,
  isRequestOpen,
  type RequestState,
  sendDocument,
  withdrawRequest,
} from "../review.document-request.contract.ts";
import { lockFile, lockReviews } from "../review.move.server.ts";
import { askApplicant } from "./document-request.ask.server.ts";
import { closeRequest, openRequest } from "./document-request.close.server.ts";

/**
 * The applicant's side: one of the own uploads is sent for a document that is asked for. What was submitted stays locked
 * and stays in the file (Contract 3.8); after the last day it is still taken, and the office decides.
 */
const sendDocumentCall = (app: FastifyInstance): void =>
  handle(app, sendDocument, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params, body } = ask;
      await lockApplicant(trx, who.applicant);
      const { _id, label: name, application, state } = await ownRequest(trx, who.applicant, params.id);
      if (!isRequestOpen(state))
        throw refuse(
          "request-closed-already",
          `The office does not need ${name} any more, so there is nothing to send`,
        );
      const file = await ownFile(trx, who.applicant, body.uri);
      if (!file)
        throw refuseFields("not-own-upload", { uri: "Choose the document again: this is not one of your uploads" });
      await trx
        .insertInto("document_arrival")
        .values({ request: _id, file: file._id })
        .onConflict((same) => same.doNothing())
        .execute();
      await trx
        .updateTable("document_request")
        .set({ state: "Arrived", file: file._id, arrivedAt: sql<string>`now()` })
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .where("_id", "=", _id)
        .execute();
      note({
        deed: "document-request.send",
        subject: `review:${application}`,
        after: { request: _id, document: name, uri: body.uri },
      });
      return { type: "success" as const, message: `${name} has been sent to the office` };
    }),
  );

/** One's own request, locked behind its file as the desk locks them. 404 for what is another's. */
async function ownRequest(trx: Trx, owner: string, id: string) {
  const own = trx.selectFrom("document_request").where("applicant", "=", owner);
  const known = isId(id) ? await own.select("application").where("_id", "=", id).executeTakeFirst() : undefined;
  if (!known) throw notFound();
  await lockReviews(trx, [known.application]);
  return own
    .select(["_id", "label", "application"])
    .select(sql<RequestState>`state`.as("state"))
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** A document is asked for, comes, and is accepted or asked for once more. */
export function documentRequestCalls(app: FastifyInstance): void {
  const guard = staff("applications.change");

  handle(app, askForDocument, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await lockFile(work.trx, ask.who, ask.params.id);
      const _id = await askApplicant(app, work, ask.who, file, ask.body);
      return { type: "success" as const, message: "The applicant was asked, and gets a mail", _id };
    }),
  );

  handle(app, acceptDocument, guard, (ask) =>
    write(app, ask, async (work) => {
      const request = await openRequest(work.trx, ask.who, ask.params.id);
      if (request.state !== "Arrived")
        throw refuse("document-not-come", `${request.label} has not come yet, so it can not be accepted`);
      await closeRequest(work, ask.who, request, "Accepted");
      return { type: "success" as const, message: `${request.label} accepted` };
    }),
  );

  handle(app, askOnceMore, guard, (ask) =>
    write(app, ask, async (work) => {
      const request = await openRequest(work.trx, ask.who, ask.params.id);
      await closeRequest(work, ask.who, request, "Asked again");
      const { requirement, label } = request;
      const _id = await askApplicant(app, work, ask.who, request.file, { requirement, label, ...ask.body });
      return { type: "success" as const, message: `The applicant was asked for ${label} once more`, _id };
    }),
  );

  handle(app, withdrawRequest, guard, (ask) =>
    write(app, ask, async (work) => {
      const request = await openRequest(work.trx, ask.who, ask.params.id);
      await closeRequest(work, ask.who, request, "Withdrawn", ask.body.reason);
      return { type: "success" as const, message: `${request.label} is not asked for any more` };
    }),
  );

  sendDocumentCall(app);
}
