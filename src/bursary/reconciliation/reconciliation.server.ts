import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.guard.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { write } from "#platform/write.server.ts";
import * as calls from "./reconciliation.contract.ts";
import { decide } from "./reconciliation.decide.server.ts";
import { openRun } from "./reconciliation.open.server.ts";
import { foundBy, reconciliationNow } from "./reconciliation.read.server.ts";

export function reconciliationCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("reconciliations");
  const change = staff("reconciliations.change");

  handle(app, calls.readReconciliationNow, view, ({ who }) => {
    requireWholeCollege(who);
    return reconciliationNow(db);
  });

  handle(app, calls.readFound, view, ({ who, params }) => {
    requireWholeCollege(who);
    return foundBy(db, params.id);
  });

  handle(app, calls.reconcileNow, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const _id = await openRun(work, { askedby: ask.who.staff, since: ask.body.since ?? null });
      return { type: "success" as const, message: "The run has begun. It goes on by itself", _id };
    }),
  );

  handle(app, calls.decideDiscrepancies, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const { reason, ...chosen } = ask.body;
      const count = await decide(work, ask.who, chosen, reason);
      const message = count === 1 ? "The discrepancy is closed" : `${count} discrepancies are closed`;
      return { type: "success" as const, message, count };
    }),
  );
}
