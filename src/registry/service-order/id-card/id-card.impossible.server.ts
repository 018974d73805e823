import { sql } from "kysely";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

const subject = sql<string>`'id_card:' || c._id`;

export const impossibleCards: readonly Impossible[] = [
  {
    name: "two-valid-id-cards",
    sentence: "A student has one valid ID card",
    rows: sql`select 'student:' || c.student as subject from portal.id_card c where c.state = 'Issued'
      group by c.student having count(*) > 1`,
  },
  {
    name: "id-card-without-payment",
    sentence: "An ID card is made of an order of its own student that was paid",
    rows: sql`select ${subject} as subject from portal.id_card c join portal.service_order o on o._id = c.serviceorder
      where o.student <> c.student or not exists (select from ${everyPayment()} p
        where p.serviceorder = o._id and p.state in ('PAID', 'REVERSED'))`,
  },
  {
    name: "id-card-without-audit",
    sentence: "Every ID card has a line in the audit",
    rows: sql`select ${subject} as subject from portal.id_card c where not ${isAudited(subject)}`,
  },
];
