import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { write } from "#platform/write.server.ts";
import { lockedFile } from "../review/review.reach.server.ts";
import { askApplicant } from "./document-request.ask.server.ts";
import { closeRequest, openRequest } from "./document-request.close.server.ts";
import { acceptDocument, askForDocument, askOnceMore, withdrawRequest } from "./document-request.contract.ts";
import { sendDocumentCall } from "./document-request.send.server.ts";

/** A document is asked for, comes, and is accepted or asked for once more. */
export function documentRequestCalls(app: FastifyInstance): void {
  const guard = staff("applications.change");

  handle(app, askForDocument, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await lockedFile(work.trx, ask.who, ask.params.id);
      const _id = await askApplicant(app, work, ask.who, file, ask.body);
      return { type: "success" as const, message: "The applicant was asked, and gets a mail", _id };
    }),
  );

  handle(app, acceptDocument, guard, (ask) =>
    write(app, ask, async (work) => {
      const request = await openRequest(work.trx, ask.who, ask.params.id);
      if (request.state !== "Arrived") throw refuse(`${request.label} has not come yet, so it can not be accepted`);
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
