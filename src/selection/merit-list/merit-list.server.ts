import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { choicesOf } from "#console/record/record.choices.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { meritBoardCalls } from "./merit-list.board.server.ts";
import { chooseRun } from "./merit-list.calls.contract.ts";
import { meritCompareCalls } from "./merit-list.compare.server.ts";
import { meritCoverCalls } from "./merit-list.cover.server.ts";
import { meritDecideCalls } from "./merit-list.decide.server.ts";
import { meritEntryCalls } from "./merit-list.entry.server.ts";
import { meritRunRules } from "./merit-list.lists.server.ts";
import { meritMakeCalls } from "./merit-list.make.server.ts";
import { meritPreviewCalls } from "./merit-list.preview.server.ts";
import { meritStandingCall } from "./merit-list.standing.server.ts";
import { meritUndoCalls } from "./merit-list.undo.server.ts";

/** Every call about merit lists beside the lists themselves. */
export function meritListCalls(app: FastifyInstance): void {
  handle(app, chooseRun, staff("merit-lists"), ({ who, request }) =>
    choicesOf(app.portal.db, meritRunRules, who, request.query),
  );
  meritPreviewCalls(app);
  meritMakeCalls(app);
  meritCoverCalls(app);
  meritCompareCalls(app);
  meritBoardCalls(app);
  meritStandingCall(app);
  meritEntryCalls(app);
  meritUndoCalls(app);
  meritDecideCalls(app);
}
