-- A line of a statement belongs to its source: the bank's and the provider's own story of one payment are two, not one twice.

alter table portal.statement add constraint statement_of unique (_id, source);
alter table portal.statement_line add column source text;
update portal.statement_line l set source = s.source from portal.statement s where s._id = l.statement;
alter table portal.statement_line alter column source set not null,
  add constraint statement_line_of_source foreign key (statement, source) references portal.statement (_id, source),
  -- What tells a line apart that names neither a reference nor a number of the bank's.
  add column told text not null generated always as (
    case when rrr is null and bankreference = '' then narration else '' end) stored,
  drop constraint statement_line_once,
  -- `nth`: of several that are alike in all the others, in one file.
  add constraint statement_line_once unique nulls not distinct (source, day, amount_kobo, bankreference, told, nth, rrr),
  drop constraint statement_line_decided,
  -- By hand is matched what has one amount; another stays "Amount differs", with the decision beside it.
  add constraint statement_line_decided check (
    case when standing = 'Amount differs' then true
      else (standing in ('Matched by hand', 'Set aside')) = (decidedby is not null) end
    and num_nulls(decidedby, "decidedAt", reason) in (0, 3));
drop index portal.statement_line_first;
create unique index statement_line_first on portal.statement_line (source, rrr) where first;
drop index portal.statement_line_brings;
create unique index statement_line_brings on portal.statement_line (payment, source)
  where amount_kobo > 0 and standing in ('Matched', 'Matched by hand', 'Amount differs');
create index statement_line_by_source on portal.statement_line (source, day, _id);

create or replace function portal.guard_statement_line() returns trigger language plpgsql as $$
begin
  if (new._id, new.statement, new.source, new.row, new.day, new.rrr, new.amount_kobo, new.bankreference, new.narration, new.nth,
      new.first)
    is distinct from
     (old._id, old.statement, old.source, old.row, old.day, old.rrr, old.amount_kobo, old.bankreference, old.narration, old.nth,
      old.first) then
    raise exception 'what a statement says does not change';
  end if;
  return new;
end $$;

-- What came is what is booked as held, as paid and as paid again, one with another: two people may have confirmed less than
-- the provider had named, and then it is what they have seen that a line is held against. What went is what was reversed.
create or replace view portal.statement_judged as
select l._id, p._id as payment,
  case when l.amount_kobo > 0 then booked.came else booked.went end as booked_kobo,
  answered.amount_kobo as answered_kobo,
  case
    when p._id is null then case when l.amount_kobo > 0 then 'Unknown reference' else 'Paid out' end
    when l.amount_kobo < 0 then case when booked.went is null then 'Taken back'
      when booked.went = l.amount_kobo then 'Matched' else 'Amount differs' end
    when not l.first or exists (
      select from portal.statement_line other where other.payment = p._id and other.source = l.source and other._id <> l._id
        and other.standing in ('Matched by hand', 'Amount differs') and other.decidedby is not null and other.amount_kobo > 0)
      then 'Twice'
    when booked.came is null then 'Not paid here'
    when booked.came = l.amount_kobo
      and (p.correction is not null or coalesce(answered.amount_kobo, l.amount_kobo) = l.amount_kobo) then 'Matched'
    else 'Amount differs'
  end as standing
from portal.statement_line l
left join portal.payment_reference p on p.rrr = l.rrr
left join lateral (
  select sum(e.amount_kobo) filter (where j.kind in ('held', 'paid', 'again'))::bigint as came,
    sum(e.amount_kobo) filter (where j.kind = 'reversed')::bigint as went
  from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id and e.account = 'provider'
  where j.payment = p._id
) booked on true
left join lateral (
  select e.amount_kobo from portal.payment_event e
  where e.payment = p._id and e.kind = 'paid' and e.correction is null order by e.at desc limit 1
) answered on true
where l.decidedby is null;

-- A statement that was taken back, with its lines as they stood: it is in no list and no sum, and it is not gone.
create table portal.statement_taken_back (
  _id uuid primary key,
  statement jsonb not null,
  lines jsonb not null,
  takenby uuid not null constraint statement_taken_back_takenby references portal.staff,
  "createdAt" timestamptz not null default now()
);
create trigger statement_taken_back_append_only before update or delete or truncate on portal.statement_taken_back
  for each statement execute function portal.refuse_change();

-- When a run found no more what somebody had decided about. Should it come again, it is a new finding.
alter table portal.discrepancy add column "goneAt" timestamptz;
alter table portal.discrepancy drop constraint discrepancy_kind;
alter table portal.discrepancy add constraint discrepancy_kind check (kind in (
  'Paid here, not there', 'Paid there, not here', 'Amount differs', 'Answer differs', 'Unknown notification',
  'Two paid for one purpose', 'Ledger out of balance', 'Closed day changed', 'Statement: unknown reference',
  'Statement: amount differs', 'Statement: not paid here', 'Statement: twice', 'Statement: taken back', 'Statement: missing'));
