import { sql } from "kysely";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

const subject = sql<string>`'service_order:' || o._id`;

export const impossibleOrders: readonly Impossible[] = [
  {
    name: "order-beside-its-payment",
    sentence: "An order is made for a payment of that very order, which is verified",
    rows: sql`select ${subject} as subject from portal.service_order o left join ${everyPayment()} p on p._id = o.payment
      where o.state in ('Paid', 'Being made', 'Returned', 'Ready')
        and (p.serviceorder is distinct from o._id or p.state is distinct from 'PAID')`,
  },
  {
    name: "paid-order-not-made",
    sentence: "Whoever has paid an order finds it with the office",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p join portal.service_order o on o._id = p.serviceorder
      where p.state = 'PAID' and p.surplus is null and o.state in ('Ordered', 'Cancelled')`,
  },
  {
    name: "order-without-audit",
    sentence: "Every order has a line in the audit",
    rows: sql`select ${subject} as subject from portal.service_order o where not ${isAudited(subject)}`,
  },
];
