-- What is booked and brought by no statement is listed at once, so that the list shows what the sums three ways count. `late`
-- says of which of it a statement should have told by now: it reaches statementDays beyond, of which 3 is the usual number.
drop view portal.statement_missing;
create view portal.statement_missing as
select p._id, j."createdAt", j.day, p.rrr, p.payername, p.purpose, p.programme, p.amount_kobo, (
    select sum(e.amount_kobo)::bigint from portal.ledger_journal own
    join portal.ledger_entry e on e.journal = own._id and e.account = 'provider'
    where own.payment = p._id and own.kind in ('held', 'paid', 'again')) as booked_kobo,
  p.search,
  coalesce(j.day between (select min(fromday) from portal.statement) and (select max(untilday) from portal.statement)
      - coalesce((select (value #>> '{}')::integer from portal.setting where name = 'statementDays'), 3), false)
    and p.state in ('PAID', 'HELD', 'SUSPENSE')
    and not exists (select from portal.statement_line l where l.payment = j.payment and l.amount_kobo > 0) as late
from portal.ledger_journal j
join portal.payment_reference p on p._id = j.payment
-- The first booking by which money came.
where j.kind in ('held', 'paid', 'again')
  and exists (select from portal.ledger_entry e where e.journal = j._id and e.account = 'provider')
  and not exists (
    select from portal.ledger_journal earlier
    join portal.ledger_entry e on e.journal = earlier._id and e.account = 'provider'
    where earlier.payment = j.payment and earlier.kind in ('held', 'paid', 'again')
      and (earlier.day, earlier."createdAt", earlier._id) < (j.day, j."createdAt", j._id))
  and not exists (
    select from portal.statement_line l where l.payment = j.payment and l.amount_kobo > 0
      and l.standing in ('Matched', 'Matched by hand', 'Amount differs'));
-- In the order of the list, which is read a page at a time.
create index ledger_journal_came on portal.ledger_journal ("createdAt", payment) where kind in ('held', 'paid', 'again');
