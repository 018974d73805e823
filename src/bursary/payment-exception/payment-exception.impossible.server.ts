import { sql } from "kysely";
import { everyBalance } from "#payments/ledger/ledger.impossible.server.ts";
import { everyPayment } from "#payments/payment-reference/payment-reference.impossible.server.ts";
import type { Impossible } from "#platform/impossible.server.ts";

export const impossibleExceptions: readonly Impossible[] = [
  {
    name: "owed-and-unseen",
    sentence: "What is held, unclear or owed to a payer waits at the money desk, or was settled there",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      where p.state in ('HELD', 'PARKED') and not exists (
        select from portal.payment_exception x where x.payment = p._id and x."closedAt" is null)
      union all select 'payment:' || b.payment from ${everyBalance()} b
      where b.credit < 0 and not exists (select from portal.payment_exception x where x.payment = b.payment)`,
  },
];
