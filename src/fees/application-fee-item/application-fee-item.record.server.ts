import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.guard.server.ts";
import { programmeCopyCall } from "#calendar/programme-copy/programme-copy.server.ts";
import { addSessionPart } from "#calendar/session/session.part.server.ts";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { type Rules, registryOf } from "#console/record/record.rules.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write.server.ts";
import { moveToService } from "../provider-service/provider-service.server.ts";
import { changeServiceType, copyFeeItems, EVERY, THINGS } from "./application-fee-item.deeds.contract.ts";
import { openingPart } from "./application-fee-item.opening.server.ts";
import { applicationFeeItems } from "./application-fee-item.record.contract.ts";

export const applicationFeeItemRules: Rules<typeof applicationFeeItems> = {
  of: applicationFeeItems,
  table: "application_fee_item",
  within: ofProgrammesWithin,
  usual: usualAdmittingSession,
  constraints: {
    application_fee_item_name: ["name", "The programme has an item of this name in this session already"],
    application_fee_item_one_service: [
      "serviceTypeID",
      "The programme's other active items have another service type, and one payment carries one. " +
        "Take theirs, or change all of them at once with Change service type",
    ],
  },
};

const NONE_OF_IT = "This programme has no fee items in this session. Choose another, or add them first";
const NO_ITEMS = "No programme has fee items in this session. Choose another, or add them first";

/** What the bursary does to more than one item. */
export function applicationFeeDeeds(app: FastifyInstance): void {
  const registry = registryOf(app);
  addSessionPart(app, openingPart);
  programmeCopyCall(app, {
    call: copyFeeItems,
    rules: applicationFeeItemRules,
    right: "application-fees.change",
    things: THINGS,
  });

  handle(app, changeServiceType, staff("application-fees.change"), (ask) =>
    write(app, ask, async (work) => {
      const { session, programme, serviceTypeID } = ask.body;
      const wanted = { column: "serviceTypeID", service: serviceTypeID, where: itemsOf(session, programme) };
      const count = await moveToService(registry, applicationFeeItemRules, work, ask.who, wanted);
      if (count === 0) throw refuseFields(programme === EVERY ? { session: NO_ITEMS } : { programme: NONE_OF_IT });
      work.note({
        deed: "application_fee_item.service",
        subject: programme === EVERY ? `session:${session}` : `programme:${programme}`,
        after: { session, serviceTypeID, count },
      });
      const message = `${count} fee ${count === 1 ? "item goes" : "items go"} to service type ${serviceTypeID} now`;
      return { type: "success" as const, message, count };
    }),
  );
}

/** The items of one programme, or of every one, of the rows called `t`. */
function itemsOf(session: string, programme: string): RawBuilder<unknown> {
  if (!isId(session)) return sql`false`;
  if (programme === EVERY) return sql`t.session = ${session}`;
  return isId(programme) ? sql`t.session = ${session} and t.programme = ${programme}` : sql`false`;
}
