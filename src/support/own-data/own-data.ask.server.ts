import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain } from "#platform/perform.server.ts";
import { DAYS_TO_ANSWER } from "./own-data.contract.ts";

export interface Erasure {
  readonly applicant: string;
  readonly createdAt: string;
  /** The last day to answer, in Lagos. */
  readonly due: string;
  /** That day is over. */
  readonly overdue: boolean;
}

const columns = sql`applicant, "createdAt", due, due < (now() at time zone 'Africa/Lagos')::date as overdue`;

/** Asks the office to delete what may go; answers the last day of its answer. */
export async function askErasure(trx: Trx, applicant: string): Promise<string> {
  const asked = sql<{ due: string }>`insert into portal.erasure_request (_id, applicant, due)
    values (${newId()}, ${applicant}, (now() at time zone 'Africa/Lagos')::date + ${DAYS_TO_ANSWER}::int) returning due`;
  const { rows } = await onConstraint({ erasure_request_one_open: tryAgain }, asked.execute(trx));
  return rows[0]?.due ?? "";
}

/** The request of an applicant that waits for its answer; undefined without one. */
export async function openErasureOf(db: Database | Trx, applicant: string): Promise<Erasure | undefined> {
  const { rows } = await sql<Erasure>`select ${columns} from portal.erasure_request
    where applicant = ${applicant} and "answeredAt" is null`.execute(db);
  return rows[0];
}

/** The requests that wait for an answer, the most urgent first, at most a hundred. */
export async function openErasures(db: Database): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`select ${columns} from portal.erasure_request
    where "answeredAt" is null order by due, _id limit 100`.execute(db);
  return rows;
}

/** Closes the request that waits, with what was answered. Answers whether there was one. */
export async function answerErasure(trx: Trx, applicant: string, answer: string, by: string): Promise<boolean> {
  const answered = await trx
    .updateTable("erasure_request")
    .set({ answer, answeredby: by, answeredAt: sql`now()` })
    .where("applicant", "=", applicant)
    .where("answeredAt", "is", null)
    .returning("_id")
    .execute();
  return answered.length > 0;
}
