import type { FastifyInstance } from "fastify";
import { type Expression, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  addSessionPart,
  admittingSessionId,
  copiedRows,
  type SessionPart,
  usualAdmittingSession,
} from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { type RecordRules, registryOf } from "#console/record/record.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { moveToService } from "../provider-service/provider-service.server.ts";
import { listAcceptanceFeeItems } from "./acceptance-fee-item.contract.ts";
import { acceptanceFeeItems, changeAcceptanceService } from "./acceptance-fee-item.record.contract.ts";

/** What accepting an offer of one session costs; a copy of it stays with the payment. */
interface AcceptanceFee {
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
  if (!serviceTypeID)
    throw refuse("fee-not-set", `The acceptance fee of ${session.name} is not set yet. Please ask the bursary`);
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

export const acceptanceFeeItemRules: RecordRules<typeof acceptanceFeeItems> = {
  of: acceptanceFeeItems,
  table: "acceptance_fee_item",
  within: "college-wide",
  usual: usualAdmittingSession,
  constraints: {
    acceptance_fee_item_description: [
      "value-taken",
      "description",
      "The session has an item of this description already",
    ],
    acceptance_fee_item_one_service: [
      "services-differ",
      "serviceID",
      "The session's other active items have another service ID, and one payment carries one. " +
        "Take theirs, or change all of them at once with Change service",
    ],
  },
};

export function acceptanceFeeDeeds(app: FastifyInstance): void {
  const registry = registryOf(app);
  addSessionPart(app, openingPart);

  handle(app, changeAcceptanceService, staff("acceptance-fees.change"), (ask) =>
    write(app, ask, async (work) => {
      const { session, serviceID } = ask.body;
      const where = isId(session) ? sql`t.session = ${session}` : sql`false`;
      const wanted = { column: "serviceID", service: serviceID, where };
      const count = await moveToService(registry, acceptanceFeeItemRules, work, ask.who, wanted);
      if (count === 0)
        throw refuseFields("fee-items-missing", {
          session: "This session has no acceptance fee items. Choose another, or add them first",
        });
      work.note({ deed: "acceptance_fee.service", subject: `session:${session}`, after: { serviceID, count } });
      const message = `${count} acceptance fee ${count === 1 ? "item goes" : "items go"} to service ${serviceID} now`;
      return { type: "success" as const, message, count };
    }),
  );
}

/** An offer is accepted by paying: a session that admits needs items. */
const openingPart: SessionPart = {
  name: "acceptance fee items",
  copy: (work, from, to) =>
    copiedRows(
      work,
      {
        noun: "acceptance_fee",
        table: "acceptance_fee_item",
        columns: ["description", "amount_kobo", "serviceID", "status"],
        group: [],
      },
      from,
      to,
    ),
  holes: async (db, session) =>
    (await acceptanceFeeSum(db, session)) !== null
      ? []
      : [
          {
            programme: null,
            about: "Acceptance fee",
            sentence: "The acceptance fee has no item, so nobody can accept an offer",
            link: `/staff/acceptance-fees?session=${session}`,
          },
        ],
};

export const acceptanceFeeItemNoun: Noun = {
  name: "acceptance-fee-item",
  calls: (app) => {
    acceptanceFeeItemCalls(app);
    acceptanceFeeDeeds(app);
  },
  records: [acceptanceFeeItemRules],
};
