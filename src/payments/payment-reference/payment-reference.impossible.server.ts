import { type RawBuilder, sql } from "kysely";
import { hasTakenPlace } from "#identity/account/account.server.ts";
import { everyMail } from "#platform/mail/mail.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { liveStates } from "./payment-reference.rules.ts";

const payments = sql`portal.payment_reference p`;
const subject = sql`'payment:' || p._id as subject`;

export const impossiblePayments: readonly Impossible[] = [
  {
    name: "paid-without-answer",
    // What two people say instead, a correction's own checks look at.
    sentence: "A paid reference that no correction names has the provider's own answer: reference, order and amount",
    rows: sql`select ${subject} from ${payments} left join portal.payment_event e on e._id = p.evidence
      where p.state = 'PAID' and p.correction is null and p.withdrawal is null and p.waiver is null and (e.payment, e.rrr, e.orderid, e.amount_kobo, e.code in ('00', '01'))
        is distinct from (p._id, p.rrr, p.orderid, p.amount_kobo, true)`,
  },
  {
    name: "state-without-event",
    sentence: "A payment stands where the event that it names brought it, and became paid once",
    rows: sql`select ${subject} from ${payments} join portal.payment_event e on e._id = p.evidence
      where e.tostate <> p.state
      union select 'payment:' || payment from portal.payment_event where tostate = 'PAID'
      group by payment having count(*) > 1`,
  },
  {
    name: "two-open-references",
    sentence: "An applicant has one open reference for one purpose at most",
    rows: sql`select 'applicant:' || applicant as subject from portal.payment_reference
      where state = any(${[...liveStates]}) and "recalledAt" is null group by applicant, purpose, programme, session, bill, serviceorder,
        sponsorship, grouppayment having count(*) > 1`,
  },
  {
    name: "paid-twice-for-one",
    sentence: "One thing is paid for once, but for bills, and what comes beside it is credit",
    rows: sql`select 'applicant:' || applicant as subject from portal.payment_reference
      where state = 'PAID' and surplus is null and purpose not in ('tuition', 'sponsorship', 'group-application', 'group-acceptance')
      group by applicant, purpose, programme, session, serviceorder having count(*) > 1`,
  },
  {
    name: "fee-not-its-items",
    sentence: "The fee that was signed is the sum of its items",
    rows: sql`select ${subject} from ${payments} where p.amount_kobo <> (
      select coalesce(sum((item ->> 'amount_kobo')::bigint), 0) from jsonb_array_elements(p.items) item)`,
  },
  {
    name: "payer-not-written-to",
    sentence: "Who has paid, rightly or not, is written to about it, once",
    // Every letter about a payment says "payment 2901-2345-6789".
    rows: sql`with letters as (
        select payment, sum(copies) as written, count(*) as kinds from (
          select p._id as payment, mail.subject, count(*) as copies from ${everyMail()} mail
          join ${payments} on p.rrr = replace(substr(mail.subject, position(' payment ' in mail.subject) + 9, 14), '-', '')
          where mail.subject like '% payment ____-____-____ %'
            and (mail.recipient = p.payeremail or ${hasTakenPlace(sql`p.applicant`, sql`mail.recipient`)})
          group by p._id, mail.subject) one
        group by payment
      ), told as (
        select payment, count(*) as times from portal.payment_event where tostate in ('PAID', 'HELD') group by payment)
      select ${subject} from told join ${payments} on p._id = told.payment and p.rrr is not null
      left join letters l on l.payment = p._id
      where l.written is null or l.written < told.times or l.written > l.kinds`,
  },
];

/** Every payment, for the checks of other nouns. */
export const everyPayment = (): RawBuilder<unknown> => sql`(
  select _id, rrr, applicant, purpose, programme, session, state, surplus, creditused, application, acceptanceof, amount_kobo,
    correction, evidence, bill, serviceorder, sponsorship, grouppayment, payername, withdrawn_kobo, withdrawal, description, waiver
  from portal.payment_reference)`;

/** What each account holds of each payment, in kobo: income of the payment's own purpose, and of any other. */
export const everyBalance = (): RawBuilder<unknown> => sql`(
  select j.payment,
    sum(e.amount_kobo) filter (where e.account = q.account) as income,
    sum(e.amount_kobo) filter (where e.account like '%-fee' and e.account <> q.account) as otherincome,
    sum(e.amount_kobo) filter (where e.account = 'provider') as provider,
    sum(e.amount_kobo) filter (where e.account = 'suspense') as suspense,
    sum(e.amount_kobo) filter (where e.account = 'credit') as credit,
    sum(e.amount_kobo) filter (where e.account = 'refunded') as refunded,
    sum(e.amount_kobo) filter (where e.account = 'transfer') as transfer,
    sum(e.amount_kobo) filter (where e.account = 'payable') as payable,
    sum(e.amount_kobo) filter (where e.account = 'owed') as owed,
    sum(e.amount_kobo) filter (where e.account = 'payable' and j.kind = 'returned') as returned
  from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
  join (select p._id, case p.purpose when 'sponsorship' then 'tuition' else replace(p.purpose, 'group-', '') end || '-fee' as account
    from ${everyPayment()} p) q on q._id = j.payment group by j.payment)`;

export const impossibleLedger: readonly Impossible[] = [
  {
    name: "journal-out-of-balance",
    sentence: "Every journal of the ledger balances",
    rows: sql`select 'ledger_journal:' || journal as subject from portal.ledger_entry
      group by journal having sum(amount_kobo) <> 0`,
  },
  {
    name: "paid-without-journal",
    sentence: "Every paid reference stands in the ledger, but for what is waived",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join portal.ledger_journal j on j.payment = p._id and j.kind = 'paid'
      where p.state = 'PAID' and p.waiver is null and j._id is null`,
  },
  {
    name: "waived-and-booked",
    sentence: "What is waived is over nothing, and no money is booked for it",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      where p.waiver is not null and (p.amount_kobo <> 0 or p.rrr not like '000%' or exists (
        select from portal.ledger_journal j where j.payment = p._id))`,
  },
  {
    name: "credit-and-income-mixed",
    sentence:
      "A paid reference is income of its purpose in full, but for a bill and what was taken out, or none of it where it bought nothing",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join ${everyBalance()} b on b.payment = p._id
      where p.state = 'PAID' and (coalesce(b.otherincome, 0) <> 0
        or p.surplus is not null and coalesce(b.income, 0) <> 0
        or p.surplus is null and p.purpose not in ('tuition', 'sponsorship') and p.grouppayment is null
          and coalesce(-b.income, 0) not between greatest(p.amount_kobo - p.withdrawn_kobo - coalesce(b.returned, 0), 0)
            and p.amount_kobo)`,
  },
  {
    name: "less-than-nothing-left",
    sentence: "No more is taken out of a payment than it holds",
    rows: sql`select 'payment:' || b.payment as subject from ${everyBalance()} b
      where b.income > 0 or b.credit > 0 or b.payable > 0 or b.owed < 0`,
  },
  {
    name: "ledger-of-unpaid",
    sentence:
      "What is held or put aside is no income and no credit, and nothing is booked of what is neither paid nor that",
    rows: sql`select 'payment:' || p._id as subject from ${everyBalance()} b join ${everyPayment()} p on p._id = b.payment
      where p.state <> 'PAID' and (b.income <> 0 or b.otherincome <> 0 or b.credit <> 0
        or b.payable <> 0 or p.state not in ('HELD', 'SUSPENSE') and (b.provider <> 0 or b.suspense <> 0
          or coalesce(b.refunded, 0) + coalesce(b.transfer, 0) + coalesce(b.owed, 0) <> 0))`,
  },
  {
    name: "ledger-beside-provider",
    sentence: "What the provider says was paid lies there in full, and what moves between payments arrives",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join ${everyBalance()} b on b.payment = p._id
      where p.state = 'PAID' and p.correction is null and p.withdrawal is null and coalesce(b.provider, 0) <> p.amount_kobo
      union all select 'ledger:transfer' from portal.ledger_entry where account = 'transfer' having sum(amount_kobo) <> 0`,
  },
];
