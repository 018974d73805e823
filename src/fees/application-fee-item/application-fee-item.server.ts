import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { AdmittingSession } from "#calendar/session/session.contract.ts";
import { admittingSession } from "#calendar/session/session.server.ts";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import { admittingProgramme } from "#college/programme/programme.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { listApplicationFeeItems } from "./application-fee-item.contract.ts";

/** What an applicant owes for one programme in the session that admits now; a copy of it stays with the payment. */
export interface ApplicationFee {
  readonly session: AdmittingSession;
  readonly programme: AdmittingProgramme;
  readonly items: readonly { readonly _id: string; readonly name: string; readonly amount_kobo: number }[];
  readonly amount_kobo: number;
  readonly serviceTypeID: string;
}

export function applicationFeeItemCalls(app: FastifyInstance): void {
  handle(app, listApplicationFeeItems, applicant, async ({ params }) => {
    const { items } = await applicationFee(app.portal.db, params.programmeId);
    return items.map(({ _id, name, amount_kobo }) => ({ _id, name, amount: naira(amount_kobo) }));
  });
}

/**
 * Sum of the programme's fee items, in kobo, with the items and their one service type. Refuses when no session is
 * open, the programme takes no applicants, or it has no items. Specification 9.
 */
export async function applicationFee(db: Database, programmeId: string): Promise<ApplicationFee> {
  const programme = await admittingProgramme(db, programmeId);
  const session = await admittingSession(db);
  const found = await db
    .selectFrom("application_fee_item")
    .select(["_id", "name", "amount_kobo", "serviceTypeID"])
    .where("session", "=", session._id)
    .where("programme", "=", programme._id)
    .where("status", "=", true)
    .orderBy("_id")
    .execute();
  // One reference of the provider carries one service type: active items share theirs, by a constraint.
  const serviceTypeID = found[0]?.serviceTypeID;
  if (!serviceTypeID) {
    throw refuse(`The application fee of ${programme.name} is not set yet. Please ask the bursary or choose another`);
  }
  const items = found.map(({ _id, name, amount_kobo }) => ({ _id, name, amount_kobo }));
  return {
    session,
    programme,
    items,
    amount_kobo: items.reduce((sum, item) => sum + item.amount_kobo, 0),
    serviceTypeID,
  };
}

/** The application fee of each programme of a session, in kobo. Programmes without items are absent. */
export async function applicationFees(db: Database, session: string): Promise<ReadonlyMap<string, number>> {
  const sums = await db
    .selectFrom("application_fee_item")
    .select(["programme", sql<number>`sum(amount_kobo)::bigint`.as("sum")])
    .where("session", "=", session)
    .where("status", "=", true)
    .groupBy("programme")
    .execute();
  return new Map(sums.map(({ programme, sum }) => [programme, sum]));
}
