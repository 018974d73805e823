import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { write } from "#platform/write/write.server.ts";
import { payerAmong } from "../bill/bill.server.ts";
import { student } from "../student-sign-in/student-sign-in.server.ts";
import { impossibleCards } from "./id-card/id-card.impossible.server.ts";
import { cardTemplates, ownCards } from "./id-card/id-card.read.server.ts";
import { cardMerge, idCardCalls } from "./id-card/id-card.server.ts";
import {
  answerOrder,
  cancelOrder,
  moveOrders,
  openOrderPayPage,
  orderService,
  payOrder,
  readServices,
  verifyOrderPayment,
} from "./service-order.contract.ts";
import { impossibleOrders } from "./service-order.impossible.server.ts";
import { orderTemplates } from "./service-order.mail.server.ts";
import { moveChosen, orderMerge } from "./service-order.move.server.ts";
import { answerFor, cancelOwn, orderFor } from "./service-order.own.server.ts";
import { addServicePurpose, ownOrderPayPage, payOwn, verifyOwnOrder } from "./service-order.pay.server.ts";
import { orderRules, orderStep, ownOrders, paidOrders, servicesOf } from "./service-order.read.server.ts";

export { addMaking, moveChosen } from "./service-order.move.server.ts";
export { everyOrder, isPaidFor, lockOrder, type MadeOrder } from "./service-order.read.server.ts";

export function serviceOrderCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addServicePurpose(app);
  idCardCalls(app);

  handle(app, readServices, student, ({ who }) => servicesOf(db, who.student));
  handle(app, orderService, student, (ask) => write(app, ask, (work) => orderFor(work, ask.who.student, ask.body)));
  handle(app, cancelOrder, student, (ask) =>
    write(app, ask, (work) => cancelOwn(work, ask.who.student, ask.params.id)),
  );
  handle(app, answerOrder, student, (ask) =>
    write(app, ask, (work) => answerFor(work, ask.who.student, ask.params.id, ask.body.note)),
  );
  handle(app, payOrder, student, (ask) => payOwn(app, ask, ask.params.id));
  handle(app, verifyOrderPayment, student, async ({ who, params }) =>
    verifyOwnOrder(app, await payerAmong(db, who, params.id), params.id),
  );
  handle(app, openOrderPayPage, student, async ({ who, params }) =>
    ownOrderPayPage(app, await payerAmong(db, who, params.id), params.id),
  );

  handle(app, moveOrders, staff("service-orders.change"), (ask) =>
    write(app, ask, async (work) => {
      const { to, said, ...chosen } = ask.body;
      const ids = await lockedChosen(work.trx, orderRules, ask.who, chosen);
      return moveChosen(app, work, ask.who, { ids, to, said: said ?? null });
    }),
  );
}

export const serviceOrderNoun: Noun = {
  name: "service-order",
  templates: [...orderTemplates, ...cardTemplates],
  calls: serviceOrderCalls,
  listings: [orderRules],
  studentSteps: [orderStep],
  ownRows: [ownOrders, ownCards],
  merges: [orderMerge, cardMerge],
  impossible: [...impossibleOrders, ...impossibleCards],
  waiting: [
    {
      right: "service-orders.change",
      list: "service-orders",
      rows: paidOrders,
      one: "One service that is paid waits to be made.",
      many: "services that are paid wait to be made.",
      deed: "See them",
      link: "/staff/service-orders?sort=dueon&state=Paid",
    },
  ],
};
