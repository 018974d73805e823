import { type RawBuilder, sql } from "kysely";
import type { Impossible } from "#platform/impossible.server.ts";
import { everyPayment } from "../payment-reference/payment-reference.impossible.server.ts";

/** What each account holds of each payment, in kobo: income of the payment's own purpose, and of any other. */
export const everyBalance = (): RawBuilder<unknown> => sql`(
  select j.payment,
    sum(e.amount_kobo) filter (where e.account = q.purpose || '-fee') as income,
    sum(e.amount_kobo) filter (where e.account like '%-fee' and e.account <> q.purpose || '-fee') as otherincome,
    sum(e.amount_kobo) filter (where e.account = 'provider') as provider,
    sum(e.amount_kobo) filter (where e.account = 'suspense') as suspense,
    sum(e.amount_kobo) filter (where e.account = 'credit') as credit,
    sum(e.amount_kobo) filter (where e.account = 'refunded') as refunded,
    sum(e.amount_kobo) filter (where e.account = 'transfer') as transfer
  from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
  join ${everyPayment()} q on q._id = j.payment group by j.payment)`;

export const impossibleLedger: readonly Impossible[] = [
  {
    name: "journal-out-of-balance",
    sentence: "Every journal of the ledger balances",
    rows: sql`select 'ledger_journal:' || journal as subject from portal.ledger_entry
      group by journal having sum(amount_kobo) <> 0`,
  },
  {
    name: "paid-without-journal",
    sentence: "Every paid reference stands in the ledger",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join portal.ledger_journal j on j.payment = p._id and j.kind = 'paid'
      where p.state = 'PAID' and j._id is null`,
  },
  {
    name: "credit-and-income-mixed",
    sentence: "A paid reference is income of its purpose in full, or none of it where it bought nothing",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join ${everyBalance()} b on b.payment = p._id
      where p.state = 'PAID'
        and (coalesce(b.income, 0), coalesce(b.otherincome, 0))
          <> (case when p.surplus is null then -p.amount_kobo else 0 end, 0)`,
  },
  {
    name: "ledger-of-unpaid",
    sentence:
      "What is held or put aside is no income and no credit, and nothing is booked of what is neither paid nor that",
    rows: sql`select 'payment:' || p._id as subject from ${everyBalance()} b join ${everyPayment()} p on p._id = b.payment
      where p.state <> 'PAID' and (b.income <> 0 or b.otherincome <> 0 or b.credit <> 0 or b.transfer <> 0
        or p.state not in ('HELD', 'SUSPENSE') and (b.provider <> 0 or b.suspense <> 0 or b.refunded <> 0))`,
  },
  {
    name: "ledger-beside-provider",
    sentence: "What the provider says was paid lies there in full, and what moves between payments arrives",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join ${everyBalance()} b on b.payment = p._id
      where p.state = 'PAID' and p.correction is null and coalesce(b.provider, 0) <> p.amount_kobo
      union all select 'ledger:transfer' from portal.ledger_entry where account = 'transfer' having sum(amount_kobo) <> 0`,
  },
];
