import { sql } from "kysely";
import type { Impossible } from "#platform/impossible.server.ts";
import { everyPayment } from "../payment-reference/payment-reference.impossible.server.ts";

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
    sentence: "What bought nothing is the payer's credit, and nothing else is",
    rows: sql`select distinct 'payment:' || p._id as subject from ${everyPayment()} p
      join portal.ledger_journal j on j.payment = p._id and j.kind = 'paid'
      join portal.ledger_entry e on e.journal = j._id and e.amount_kobo < 0
      where p.state = 'PAID' and (p.surplus is not null) <> (e.account = 'credit')`,
  },
  {
    name: "ledger-sums",
    sentence: "What is paid is income or credit, what is held is in suspense, and the sums agree with the payments",
    rows: sql`select 'ledger:' || kind || ':' || account as subject
      from portal.ledger_entry e join portal.ledger_journal j on j._id = e.journal
      group by kind, account
      having (account = 'provider' and kind = 'paid' and sum(e.amount_kobo)
          <> (select coalesce(sum(amount_kobo), 0) from portal.payment_reference where state = 'PAID'))
        or (account in ('application-fee', 'acceptance-fee', 'credit')) <> (kind = 'paid' and account <> 'provider')
        or (account = 'suspense') <> (kind = 'held' and account <> 'provider')
      union all select 'ledger:income:' || p.purpose from portal.payment_reference p
      where p.state = 'PAID' and p.surplus is null group by p.purpose having sum(p.amount_kobo)
        <> (select coalesce(-sum(amount_kobo), 0) from portal.ledger_entry where account = p.purpose || '-fee')`,
  },
];
