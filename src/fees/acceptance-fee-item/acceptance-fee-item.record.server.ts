import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.guard.server.ts";
import { addSessionPart, copiedRows, type SessionPart } from "#calendar/session/session.part.server.ts";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { type Rules, registryOf } from "#console/record/record.rules.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write.server.ts";
import { moveToService } from "../provider-service/provider-service.server.ts";
import { changeAcceptanceService } from "./acceptance-fee-item.deeds.contract.ts";
import { acceptanceFeeItems } from "./acceptance-fee-item.record.contract.ts";
import { acceptanceFeeSum } from "./acceptance-fee-item.server.ts";

export const acceptanceFeeItemRules: Rules<typeof acceptanceFeeItems> = {
  of: acceptanceFeeItems,
  table: "acceptance_fee_item",
  within: "college-wide",
  usual: usualAdmittingSession,
  constraints: {
    acceptance_fee_item_description: ["description", "The session has an item of this description already"],
    acceptance_fee_item_one_service: [
      "serviceID",
      "The session's other active items have another service ID, and one payment carries one. " +
        "Take theirs, or change all of them at once with Change service",
    ],
  },
};

/** What the bursary does to more than one item. */
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
        throw refuseFields({ session: "This session has no acceptance fee items. Choose another, or add them first" });
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
