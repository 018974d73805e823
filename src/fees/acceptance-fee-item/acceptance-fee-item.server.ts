import type { FastifyInstance } from "fastify";
import type { Expression } from "kysely";
import { admittingSessionId } from "#calendar/session/session.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { listAcceptanceFeeItems } from "./acceptance-fee-item.contract.ts";

/** What accepting an offer of one session costs; a copy of it stays with the payment. */
export interface AcceptanceFee {
  readonly items: readonly { readonly _id: string; readonly name: string; readonly amount_kobo: number }[];
  readonly amount_kobo: number;
  readonly serviceTypeID: string;
}

export function acceptanceFeeItemCalls(app: FastifyInstance): void {
  handle(app, listAcceptanceFeeItems, applicant, async () => {
    const found = await itemsOf(app.portal.db, admittingSessionId());
    return found.map(({ amount_kobo, ...item }) => ({ ...item, amount: naira(amount_kobo) }));
  });
}

/**
 * Sum of a session's acceptance fee items, in kobo, with the items and their one service type. Refuses when it has
 * none. Specification 9.
 */
export async function acceptanceFee(db: Database, session: { _id: string; name: string }): Promise<AcceptanceFee> {
  const found = await itemsOf(db, session._id);
  // One reference of the provider carries one service type: active items share theirs, by a constraint.
  const serviceTypeID = found[0]?.serviceID;
  if (!serviceTypeID) throw refuse(`The acceptance fee of ${session.name} is not set yet. Please ask the bursary`);
  return {
    items: found.map(({ _id, description, amount_kobo }) => ({ _id, name: description, amount_kobo })),
    amount_kobo: sumOf(found),
    serviceTypeID,
  };
}

/** The same sum for a paper that names it; null while the bursary has set nothing. */
export async function acceptanceFeeSum(db: Database, session: string): Promise<number | null> {
  const found = await itemsOf(db, session);
  return found.length > 0 ? sumOf(found) : null;
}

const sumOf = (items: readonly { readonly amount_kobo: number }[]): number =>
  items.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);

const itemsOf = (db: Database, session: string | Expression<string>) =>
  db
    .selectFrom("acceptance_fee_item")
    .select(["_id", "description", "amount_kobo", "serviceID", "session"])
    .where("session", "=", session)
    .where("status", "=", true)
    .orderBy("_id")
    .execute();
