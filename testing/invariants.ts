import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../src/platform/database/connect.server.ts";

/** States that should be impossible, each as the query that finds one. Empty is well. */
const invariants: Readonly<Record<string, string>> = {
  "a verified payment is used by at most one application": `
    select payment from application group by payment having count(*) > 1`,
  "payer, programme and session of a payment are those of its application": `
    select a._id from application a join payment_reference p on p._id = a.payment
    where (p.applicant, p.programme, p.session) is distinct from (a.applicant, a.programme, a.session)
      or p.application is distinct from a._id`,
  "a paid reference has the provider's own answer for it": `
    select p._id from payment_reference p where p.state = 'PAID' and not exists (
      select from payment_event e where e._id = p.evidence and e.code in ('00', '01') and e.rrr = p.rrr
        and e.orderid = p.orderid and e.amount_kobo = p.amount_kobo)`,
  "at most one open reference for one purpose": `
    select applicant from payment_reference where state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED')
    group by applicant, purpose, programme, session having count(*) > 1`,
  "the fee signed is the sum of its items": `
    select p._id from payment_reference p where p.amount_kobo <> (
      select coalesce(sum((item ->> 'amount_kobo')::bigint), 0) from jsonb_array_elements(p.items) item)`,
  "every journal balances": `
    select journal from ledger_entry group by journal having sum(amount_kobo) <> 0`,
  "what is paid is income or credit, and what is held is in suspense": `
    select kind, account, sum(e.amount_kobo) from ledger_entry e join ledger_journal j on j._id = e.journal
    group by kind, account
    having (account = 'provider' and kind = 'paid' and sum(e.amount_kobo)
        <> (select coalesce(sum(amount_kobo), 0) from payment_reference where state = 'PAID'))
      or (account in ('application-fee', 'acceptance-fee', 'credit')) <> (kind = 'paid' and account <> 'provider')
      or (account = 'suspense') <> (kind = 'held' and account <> 'provider')
    union all select 'income', p.purpose, sum(p.amount_kobo) from payment_reference p
    where p.state = 'PAID' and p.surplus is null group by p.purpose having sum(p.amount_kobo)
      <> (select coalesce(-sum(amount_kobo), 0) from ledger_entry where account = p.purpose || '-fee')`,
  "a payment becomes paid once, by the event that it names": `
    select payment from payment_event where tostate = 'PAID' group by payment having count(*) > 1
    union all select p._id from payment_reference p join payment_event e on e._id = p.evidence
    where p.state in ('PAID', 'HELD') and e.tostate <> p.state`,
  "who has paid, rightly or not, is written to once": `
    select p._id from payment_reference p
    where exists (select from payment_event e where e.payment = p._id and e.tostate in ('PAID', 'HELD'))
      and (select count(*) from outgoing_mail m where m.recipient = p.payeremail
        and m.subject like '%payment ' || regexp_replace(p.rrr, '(....)(....)(....)', '\\1-\\2-\\3') || ' %') <> 1`,
  "one thing is paid for once, and what comes beside it is credit": `
    select applicant from payment_reference where state = 'PAID' and surplus is null
    group by applicant, purpose, programme, session having count(*) > 1
    union all select p.applicant from payment_reference p join ledger_journal j on j.payment = p._id and j.kind = 'paid'
    join ledger_entry e on e.journal = j._id and e.amount_kobo < 0
    where p.state = 'PAID' and (p.surplus is not null) <> (e.account = 'credit')`,
  "every paid reference has its journal": `
    select _id from payment_reference p where state = 'PAID'
      and not exists (select from ledger_journal j where j.payment = p._id and j.kind = 'paid')`,
  "the status that an applicant reads is that of the released offer": `
    select a._id from application a left join offer o on o.application = a._id where a.status <> coalesce(o.kind, 0)`,
  "every offer has its audit row": `
    select application from offer o where not exists (
      select from audit u where u.subject = 'application:' || o.application and u.deed = 'offer.release')`,
  "a place is accepted by the payment that is for it, dated by the last day or extended since": `
    select c.application from acceptance c join payment_reference p on p._id = c.payment
    where p.acceptanceof is distinct from c.application or p.state <> 'PAID' or p.surplus is not null`,
  "a paid acceptance fee that is no credit has its place": `
    select p._id from payment_reference p where p.purpose = 'acceptance' and p.state = 'PAID' and p.surplus is null
      and not exists (select from acceptance c where c.payment = p._id)`,
  "at most one accepted place for each applicant and session": `
    select applicant from acceptance group by applicant, session having count(*) > 1`,
  "one live application per applicant, programme and session": `
    select applicant from application group by applicant, programme, session having count(*) > 1`,
  "at most two sittings": `select applicant from olevel_sitting group by applicant having count(*) > 2`,
  "at most nine results a sitting": `select examination from olevel_result group by examination having count(*) > 9`,
  "at most five referees": `select applicant from referee group by applicant having count(*) > 5`,
  "who has applied keeps two referees": `
    select a.applicant from application a
    where (select count(*) from referee r where r.applicant = a.applicant) < 2`,
  "every application has its audit row": `
    select _id from application a where not exists (select from audit u where u.subject = 'application:' || a._id)`,
  "only verified applicants are signed in": `
    select s.applicant from sign_in s join applicant a on a._id = s.applicant where a."verifiedAt" is null`,
  "no mail waits that was given up": `select _id from outgoing_mail where state = 'failed'`,
};

/** Fails with the name of every broken invariant and the rows that break it. */
export async function expectInvariants(db: Database): Promise<void> {
  const broken: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(invariants)) {
    const { rows } = await sql.raw(text).execute(db);
    if (rows.length > 0) broken[name] = rows;
  }
  expect(broken).toEqual({});
}
