import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff, staffWithAny } from "#access/permission/permission.server.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { findReachedFile, judgedResultsOf, lookInto, papersOf, requestsOf } from "../review/review.server.ts";
import { countersign, readDecisions, readDesk, readPapers, readResults, recommend } from "./recommendation.contract.ts";
import { countersignAll, decideApplications } from "./recommendation.decide.server.ts";
import { readDecisionLines, readDeskCounts, recommendationRules } from "./recommendation.desk.server.ts";
import type { reasonKinds } from "./recommendation.rules.ts";

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
      await decideApplications(work, { who: ask.who, ids, seen, decision, kind, reason });
      const message = `${asCount(ids.length, "application")} ${decision.toLowerCase()}`;
      return { type: "success" as const, message, count: ids.length };
    }),
  );

  handle(app, countersign, staff("recommendations.approve"), (ask) =>
    write(app, ask, async (work) => {
      const { answer, reason, standing: seen, seenAt, ...chosen } = ask.body;
      const ids = await lockedChosen(work.trx, recommendationRules, ask.who, chosen);
      await countersignAll(work, { who: ask.who, ids, seen, seenAt, answer, reason });
      const message = `${asCount(ids.length, "application")} ${answer.toLowerCase()}`;
      return { type: "success" as const, message, count: ids.length };
    }),
  );

  handle(app, readDesk, view, ({ who }) => readDeskCounts(db, who));

  handle(app, readDecisions, view, async ({ who, params }) => {
    await findReachedFile(db, who, params.id);
    return readDecisionLines(db, params.id);
  });

  handle(app, readPapers, decides, async ({ who, params, request }) => {
    const { _id } = await findReachedFile(db, who, params.id);
    await lookInto(app, who, _id, request.id);
    const [submitted, requests] = await Promise.all([applicationBy(db, "_id", _id), requestsOf(db, files, _id)]);
    if (!submitted) throw notFound();
    return { ...(await papersOf(files, submitted)), requests };
  });

  handle(app, readResults, view, async ({ who, params }) => {
    await findReachedFile(db, who, params.id);
    return judgedResultsOf(db, params.id);
  });
}

/**
 * Whether an application is recommended for good, as a condition: a head of department recommends it, nothing has taken
 * that back, and a dean has countersigned where the college asks for it.
 */
export const isRecommended = (application: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.recommended where recommended.application = ${application})`;

/** Why a head of department does not recommend an application, in words that the applicant can act on. */
interface NotRecommended {
  readonly application: string;
  readonly kind: (typeof reasonKinds)["Not recommended"][number];
  readonly reason: string;
}

/** Of these applications those that a head does not recommend; without those that a dean sent back. */
export async function notRecommended(
  trx: Trx,
  applications: readonly string[],
): Promise<ReadonlyMap<string, NotRecommended>> {
  const { rows } = await sql<NotRecommended>`select s.application, n.kind, n.reason
    from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
    where s.application = any(${[...applications]}::uuid[]) and s.decision = 'Not recommended'
      and s.answer is distinct from 'Sent back'`.execute(trx);
  return new Map(rows.map((row) => [row.application, row]));
}

type Looking = Pick<Officer, "scope" | "staff">;

const lines = (who: Looking, which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from portal.recommendation_line t where ${which} and ${mayList(recommendationRules, who, columnsOf("t"))}`;

const isAsked = sql`${settingInForce("countersignature")} = '"asked"'::jsonb`;

/** The applications that are checked and that nobody has decided about, as their list shows them. */
const undecidedReviews = (who: Looking): RawBuilder<unknown> => lines(who, sql`t.state = 'Checked'`);

/** Recommendations that no dean has answered; none where the college asks for no countersignature. */
const unansweredDecisions = (who: Looking): RawBuilder<unknown> =>
  lines(who, sql`t.state = 'Recommended' and t.answer = 'Not yet' and ${isAsked}`);

/** Decisions that a dean sent back; none where the college asks for no countersignature. */
const sentBackDecisions = (who: Looking): RawBuilder<unknown> => lines(who, sql`t.answer = 'Sent back' and ${isAsked}`);

export const recommendationNoun: Noun = {
  name: "recommendation",
  calls: recommendationCalls,
  listings: [recommendationRules],
  waiting: [
    {
      right: "recommendations.change",
      list: "recommendations",
      rows: undecidedReviews,
      one: "One application waits for your recommendation.",
      many: "applications wait for your recommendation.",
      deed: "Decide",
      link: "/staff/recommendations?state=Checked",
    },
    {
      right: "recommendations.change",
      list: "recommendations",
      rows: sentBackDecisions,
      one: "A dean sent one decision back.",
      many: "decisions were sent back by a dean.",
      deed: "Decide anew",
      link: "/staff/recommendations?answer=Sent+back",
    },
    {
      right: "recommendations.approve",
      list: "recommendations",
      rows: unansweredDecisions,
      one: "One recommendation waits for a countersignature.",
      many: "recommendations wait for a countersignature.",
      deed: "See them",
      link: "/staff/recommendations?answer=Not+yet&state=Recommended",
    },
  ],
};
