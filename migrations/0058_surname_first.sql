-- The office reads and files names surname first, as bio has them. What went to the provider and stands on papers stays.

alter table portal.payment_reference add column payer text not null default '';

-- A printed name with its surname first, by the parts that bio has today. Where those have changed since, its last word is
-- taken for the surname.
create function portal.surname_first(owner uuid, printed text) returns text language sql stable as $$
  select coalesce(
    (select concat_ws(' ', lastname, firstname, nullif(middlename, '')) from portal.bio
      where applicant = owner and concat_ws(' ', firstname, nullif(middlename, ''), lastname) = printed),
    regexp_replace(printed, '^(.*\S)\s+(\S+)$', '\2 \1'))
$$;

create or replace function portal.name_payer() returns trigger language plpgsql as $$
begin
  new.jamb := coalesce((select a.jamb from portal.applicant a where a._id = new.applicant), '');
  new.payer := portal.surname_first(new.applicant, new.payername);
  return new;
end $$;
update portal.payment_reference set payer = portal.surname_first(applicant, payername);

create or replace view portal.book_line as
select j._id, j.day, j."createdAt", j.kind, j.payment, p.rrr, p.payername, p.purpose, p.programme, p.session,
  coalesce(e.accounts, '{}'::jsonb) as accounts, coalesce(e.came_kobo, 0) as came_kobo, p.payer
from portal.ledger_journal j
join portal.payment_reference p on p._id = j.payment
left join lateral (
  select jsonb_object_agg(account, amount_kobo) as accounts,
    sum(amount_kobo) filter (where account = 'provider')::bigint as came_kobo
  from portal.ledger_entry where journal = j._id
) e on true;

create or replace view portal.receipt_line as
select p._id, p."verifiedAt" as "createdAt", p.rrr, p.payername, p.jamb, p.purpose, p.programme, p.session, p.amount_kobo, j.day,
  portal.receipt_standing(p.state, p.surplus, p.creditused) as standing, p.applicationcode, p.search, p.payer
from portal.payment_reference p
left join portal.ledger_journal j on j.payment = p._id and j.kind = 'paid'
where p."verifiedAt" is not null;

create or replace view portal.statement_missing as
select p._id, j."createdAt", j.day, p.rrr, p.payername, p.purpose, p.programme, p.amount_kobo, (
    select sum(e.amount_kobo)::bigint from portal.ledger_journal own
    join portal.ledger_entry e on e.journal = own._id and e.account = 'provider'
    where own.payment = p._id and own.kind in ('held', 'paid', 'again')) as booked_kobo,
  p.search,
  coalesce(j.day between (select min(fromday) from portal.statement) and (select max(untilday) from portal.statement)
      - coalesce((select (value #>> '{}')::integer from portal.setting where name = 'statementDays'), 3), false)
    and p.state in ('PAID', 'HELD', 'SUSPENSE')
    and not exists (select from portal.statement_line l where l.payment = j.payment and l.amount_kobo > 0) as late,
  p.payer
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

-- What waits carries the name as the office reads it, whoever opens it.
create or replace function portal.open_payment_exception(
  kind text, subject text, payment uuid, rrr text, name text, jamb text, came_kobo bigint, asked_kobo bigint, said text,
  since timestamptz
) returns void language sql as $$
  insert into portal.payment_exception (_id, kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, "createdAt")
  values (gen_random_uuid(), $1, $2, $3, $4,
    coalesce((select p.payer from portal.payment_reference p where p._id = $3 and p.payername = $5), $5, ''),
    coalesce($6, ''), $7, $8, $9, $10)
  on conflict on constraint payment_exception_once do nothing
$$;
update portal.payment_exception e set name = p.payer from portal.payment_reference p
where p._id = e.payment and p.payername = e.name;

-- A correction keeps the name as it stood when it was proposed; that it is read otherwise now changes nothing of it.
alter table portal.payment_correction disable trigger payment_correction_guard;
update portal.payment_correction c set payername = p.payer from portal.payment_reference p
where p._id = c.payment and p.payername = c.payername;
alter table portal.payment_correction enable trigger payment_correction_guard;
