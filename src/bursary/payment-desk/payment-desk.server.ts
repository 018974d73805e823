import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.guard.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.whole.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { askAboutOne } from "./payment-desk.ask.server.ts";
import { askAboutMany, askAboutPayment, deskPayments, readPaymentStory, readRequery } from "./payment-desk.contract.ts";
import { askAboutAll, requeryOf } from "./payment-desk.many.server.ts";
import { storyOf } from "./payment-desk.story.server.ts";

export const deskPaymentRules: Rules<typeof deskPayments> = {
  of: deskPayments,
  table: "payment_reference",
  within: wholeCollege,
};

export function paymentDeskCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const [view, change] = [staff("payments"), staff("payments.change")];

  handle(app, readPaymentStory, view, ({ who, params }) => {
    requireWholeCollege(who);
    return storyOf(app, params.id);
  });
  handle(app, askAboutPayment, change, (ask) => askAboutOne(app, ask, ask.params.id));
  handle(app, askAboutMany, change, (ask) => askAboutAll(app, ask, deskPaymentRules));
  handle(app, readRequery, view, ({ who, params }) => {
    requireWholeCollege(who);
    return requeryOf(db, params.id);
  });
}
