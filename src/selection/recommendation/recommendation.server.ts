import type { FastifyInstance } from "fastify";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { applicationsInWords } from "#applications/application/application.rules.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import { lockedChosen } from "#console/chosen/chosen.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { write } from "#platform/write.server.ts";
import { requestsOf } from "../review/document-request/document-request.read.server.ts";
import { judgedResultsOf } from "../review/file/file.results.server.ts";
import { lookInto, papersOf } from "../review/file/file.server.ts";
import { reachedFile } from "../review/review.move.server.ts";
import { countersignAll } from "./recommendation.countersign.server.ts";
import { decide } from "./recommendation.decide.server.ts";
import {
  countersign,
  readDecisions,
  readDesk,
  readPapers,
  readResults,
  recommend,
} from "./recommendation.deeds.contract.ts";
import { decisionsOf, deskOf } from "./recommendation.desk.server.ts";
import { recommendationRules } from "./recommendation.list.server.ts";

/** What heads of department advise about applications, and what deans answer. Staff side 4.7. */
export function recommendationCalls(app: FastifyInstance): void {
  const { db, files } = app.portal;
  const view = staff("recommendations");
  const decides = staffWithAny("staff:recommendations.change|recommendations.approve", () => [
    "recommendations.change",
    "recommendations.approve",
  ]);

  handle(app, recommend, staff("recommendations.change"), (ask) =>
    write(app, ask, async (work) => {
      const { decision, kind, reason, standing: seen, ...chosen } = ask.body;
      const ids = await lockedChosen(work.trx, recommendationRules, ask.who, chosen);
      await decide(work, { who: ask.who, ids, seen, decision, kind, reason });
      const message = `${applicationsInWords(ids.length)} ${decision.toLowerCase()}`;
      return { type: "success" as const, message, count: ids.length };
    }),
  );

  handle(app, countersign, staff("recommendations.approve"), (ask) =>
    write(app, ask, async (work) => {
      const { answer, reason, standing: seen, seenAt, ...chosen } = ask.body;
      const ids = await lockedChosen(work.trx, recommendationRules, ask.who, chosen);
      await countersignAll(work, { who: ask.who, ids, seen, seenAt, answer, reason });
      const message = `${applicationsInWords(ids.length)} ${answer.toLowerCase()}`;
      return { type: "success" as const, message, count: ids.length };
    }),
  );

  handle(app, readDesk, view, ({ who }) => deskOf(db, who));

  handle(app, readDecisions, view, async ({ who, params }) => {
    await reachedFile(db, who, params.id);
    return decisionsOf(db, params.id);
  });

  handle(app, readPapers, decides, async ({ who, params, request }) => {
    const { _id } = await reachedFile(db, who, params.id);
    await lookInto(app, who, _id, request.id);
    const [submitted, requests] = await Promise.all([applicationBy(db, "_id", _id), requestsOf(db, files, _id)]);
    if (!submitted) throw notFound();
    return { ...(await papersOf(files, submitted)), requests };
  });

  handle(app, readResults, view, async ({ who, params }) => {
    await reachedFile(db, who, params.id);
    return judgedResultsOf(db, params.id);
  });
}
