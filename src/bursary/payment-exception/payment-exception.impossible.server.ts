import { sql } from "kysely";
import { everyBalance, everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleExceptions: readonly Impossible[] = [
  {
    name: "owed-and-unseen",
    sentence: "What is held, unclear or owed to a payer waits at the money desk, or was settled there",
    // Under its own kind: open, or ended by a person. Only what happened to the payment ends it otherwise.
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join ${everyBalance()} b on b.payment = p._id
      where (p.state in ('HELD', 'PARKED') or p.state = 'SUSPENSE' and p.creditused is null or b.credit < 0 or b.owed > 0)
        and not exists (select from portal.payment_exception x where x.payment = p._id
          and x.kind = portal.waits_now(p._id) and (x."closedAt" is null or x.closedby is not null))`,
  },
];
