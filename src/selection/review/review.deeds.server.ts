import type { FastifyInstance, FastifyRequest } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { requireVersion } from "#platform/version.server.ts";
import { write } from "#platform/write.server.ts";
import { requestsAreOpen } from "../document-request/document-request.open.server.ts";
import { checkMany, returnMany } from "./review.bulk.server.ts";
import {
  beginChecking,
  deedsFrom,
  markChecked,
  markManyChecked,
  type ReviewDeed,
  returnManyToChecking,
  returnToChecking,
  stopChecking,
} from "./review.deeds.contract.ts";
import { lastChange } from "./review.last.server.ts";
import { type LockedReview, moveReviews } from "./review.move.server.ts";
import { lockedFile } from "./review.reach.server.ts";

/** The desk's own steps: a file is taken up, checked, and brought back. */
export function reviewDeedCalls(app: FastifyInstance): void {
  const guard = staff("applications.change");

  handle(app, beginChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "begin");
      await move(work, ask.who, file, "Checking", "begin");
      return { type: "success" as const, message: `${called(file)} is being checked now`, version: file.version + 1 };
    }),
  );

  handle(app, stopChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "stop");
      await move(work, ask.who, file, "Submitted", "stop");
      return { type: "success" as const, message: `${called(file)} waits to be checked`, version: file.version + 1 };
    }),
  );

  handle(app, markChecked, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "check");
      if (await requestsAreOpen(work.trx, file._id))
        throw refuse(`A document of ${file.code} is still asked for. Accept or withdraw it first`);
      await move(work, ask.who, file, "Checked", "check");
      return { type: "success" as const, message: `${called(file)} is checked`, version: file.version + 1 };
    }),
  );

  handle(app, returnToChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "return");
      await move(work, ask.who, file, "Checking", "return", ask.body.reason);
      return { type: "success" as const, message: `${called(file)} is back in checking`, version: file.version + 1 };
    }),
  );

  handle(app, markManyChecked, guard, (ask) =>
    write(app, ask, async (work) => {
      const count = await checkMany(work, ask.who, ask.body);
      return { type: "success" as const, message: `${count.toLocaleString("en-NG")} checked`, count };
    }),
  );

  handle(app, returnManyToChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const { reason, ...chosen } = ask.body;
      const count = await returnMany(work, ask.who, chosen, reason);
      return { type: "success" as const, message: `${count.toLocaleString("en-NG")} back in checking`, count };
    }),
  );
}

const called = ({ name, code }: LockedReview) => `${name} (${code})`;

interface Asking {
  readonly who: Officer;
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
}

/**
 * The file that a deed is done to, locked: as the officer saw it (`If-Match`), and where the deed may begin. Refuses with
 * who changed it meanwhile and when. 409.
 */
async function fileFor(trx: Trx, { who, params, request }: Asking, deed: ReviewDeed): Promise<LockedReview> {
  const file = await lockedFile(trx, who, params.id);
  try {
    requireVersion(request, file.version);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    throw stale(`${file.code} was changed meanwhile${await lastChange(trx, file)}. ${LOOK}`);
  }
  if (!deedsFrom(file.state)[deed]) throw stale(`${file.code} is ${file.state}${await lastChange(trx, file)}. ${LOOK}`);
  return file;
}

const LOOK = "Look at it again; nothing was changed";

const move = (
  work: Work,
  who: Officer,
  { _id }: LockedReview,
  to: "Submitted" | "Checking" | "Checked",
  deed: string,
  reason?: string,
) => moveReviews(work, { who, ids: [_id], to, deed: `review.${deed}`, ...(reason && { reason }) });
