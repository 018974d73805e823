import { sql } from "kysely";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleCorrections: readonly Impossible[] = [
  {
    name: "corrected-by-one",
    sentence: "What people changed about a payment was proposed by one and approved by another",
    rows: sql`select 'payment_correction:' || _id as subject from portal.payment_correction
      where state in ('Approved', 'Refused') and decidedby is not distinct from proposedby
      union all select 'payment:' || p._id from ${everyPayment()} p
      left join portal.payment_correction c on c.state = 'Approved'
        and (c.payment = p._id and c.kind = case p.state when 'SUSPENSE' then 'Put aside' when 'REVERSED' then 'Reverse' end
          or p.state = 'PAID' and c._id = p.correction and c.kind in ('Confirm paid', 'Apply credit'))
      where c._id is null and (p.state in ('SUSPENSE', 'REVERSED') or p.correction is not null)`,
  },
];
