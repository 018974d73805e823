import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { columnsOf, mayRead, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isOwnApplication } from "../review/review.server.ts";
import { type DecisionLine, recommendations } from "./recommendation.contract.ts";

/** A head reaches the applications to the department's programmes, a dean those to the college's. */
export const recommendationRules: RecordRules<typeof recommendations> = {
  of: recommendations,
  table: "recommendation_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("_id"), member),
};

const within = (who: Officer): RawBuilder<unknown> => mayRead(recommendationRules, who, columnsOf("t"));

interface Counted {
  readonly checked: number;
  readonly recommended: number;
  readonly notrecommended: number;
  readonly unanswered: number;
  readonly sentback: number;
}

/** How many applications within reach stand where. */
export async function readDeskCounts(db: Database, who: Officer) {
  const now = await clock(db);
  const asked = (await readSetting(db, "countersignature")) === "asked";
  const { rows } = await sql<Counted>`
    select count(*) filter (where t.state = 'Checked')::int as checked,
      count(*) filter (where t.state = 'Recommended')::int as recommended,
      count(*) filter (where t.state = 'Not recommended')::int as notrecommended,
      count(*) filter (where ${asked} and s.decision = 'Recommended' and s.answer is null)::int as unanswered,
      count(*) filter (where ${asked} and s.answer = 'Sent back')::int as sentback
    from portal.recommendation_line t left join portal.recommendation_standing s on s.application = t._id
    where ${within(who)}`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error("The database counted nothing");
  return { asked, now, ...counted };
}

interface Line extends Omit<DecisionLine, "by" | "answer"> {
  readonly recommendedby: string;
  readonly answer: "Countersigned" | "Sent back" | null;
  readonly said: string | null;
  readonly answeredby: string | null;
  readonly answeredAt: string | null;
}

/** Every decision about an application, newest first. */
export async function readDecisionLines(db: Database, application: string): Promise<DecisionLine[]> {
  const { rows } = await sql<Line>`
    select n._id, n.decision, n.kind, n.reason, n.recommendedby, n."createdAt" as at, s.application is not null as stands,
      c.answer, c.reason as said, c.countersignedby as answeredby, c."createdAt" as "answeredAt"
    from portal.recommendation n
      left join portal.recommendation_standing s on s.application = n.application and s.recommendation = n._id
      left join portal.countersignature c on c.recommendation = n._id
    where n.application = ${application} order by n."createdAt" desc, n._id desc`.execute(db);
  const names = await namesOfStaff(
    db,
    rows.flatMap(({ recommendedby, answeredby }) => [recommendedby, ...(answeredby ? [answeredby] : [])]),
  );
  return rows.map(({ recommendedby, answer, said, answeredby, answeredAt, ...line }) => ({
    ...line,
    by: names.get(recommendedby) ?? "",
    answer: answer && { answer, reason: said, by: names.get(answeredby ?? "") ?? "", at: answeredAt ?? "" },
  }));
}
