import { type RawBuilder, sql } from "kysely";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { isOwnApplication } from "../review/review.server.ts";
import { lateDecisions, promisedDays } from "./promised-day.contract.ts";
import { promisedDayTemplates, tellOfPromises } from "./promised-day.job.server.ts";

const promisedDayRules: RecordRules<typeof promisedDays> = {
  of: promisedDays,
  table: "promised_day",
  within: "college-wide",
  usual: usualAdmittingSession,
  constraints: {
    promised_day_once: [
      "value-taken",
      "programme",
      "There is a day for this already in this session. Change that one: who waits is told of the new day",
    ],
  },
};

/** A head reaches those of the department's programmes. */
const lateDecisionRules: RecordRules<typeof lateDecisions> = {
  of: lateDecisions,
  table: "late_decision",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("_id"), member),
};

const lateFor = (who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown> =>
  sql`select from portal.late_decision t where ${mayList(lateDecisionRules, who, columnsOf("t"))}`;

/** The day that was promised for a decision, in Lagos, and whether it is over. */
export interface PromisedDay {
  readonly day: string;
  readonly over: boolean;
}

/** Of an applicant's applications that wait for a decision, the day that was promised for each. */
export async function promisesOf(db: Database, owner: string): Promise<ReadonlyMap<string, PromisedDay>> {
  const { rows } = await sql<PromisedDay & { _id: string }>`select _id, day, dayslate > 0 as over
    from portal.awaited_decision where applicant = ${owner}`.execute(db);
  return new Map(rows.map(({ _id, ...promise }) => [_id, promise]));
}

/** Whether the college is late with its decision about an application. */
export async function isDecisionLate(trx: Trx, application: string): Promise<boolean> {
  const { rows } = await sql`select from portal.late_decision where _id = ${application}`.execute(trx);
  return rows.length > 0;
}

const ownPromises: OwnRows = {
  name: "promiseddays",
  tables: ["promise_told"],
  rows: (owner) =>
    sql`select to_jsonb(t) as row from portal.promise_told t where applicant = ${owner} order by "createdAt"`,
};

export const promisedDayNoun: Noun = {
  name: "promised-day",
  templates: promisedDayTemplates,
  records: [promisedDayRules],
  listings: [lateDecisionRules],
  rounds: [tellOfPromises],
  ownRows: [ownPromises],
  waiting: [
    {
      right: "promised-days",
      list: "promised-days",
      rows: lateFor,
      one: "One applicant waits for a decision past the promised day.",
      many: "applicants wait for a decision past the promised day.",
      deed: "See them",
      link: "/staff/promised-days/late",
    },
  ],
};
