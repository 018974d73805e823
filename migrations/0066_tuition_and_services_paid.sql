-- Payments grow by two purposes: tuition, which is paid on a bill in parts, and a service that was ordered, which is paid once.

alter table portal.payment_reference
  add column bill uuid,
  add column serviceorder uuid,
  -- Of a student; the payer of an application has none yet.
  add column matric text not null default '',
  drop constraint payment_reference_purpose,
  add constraint payment_reference_purpose check (purpose in ('application', 'acceptance', 'tuition', 'service')),
  add constraint payment_reference_bill check ((purpose = 'tuition') = (bill is not null)),
  add constraint payment_reference_serviceorder check ((purpose = 'service') = (serviceorder is not null)),
  -- What counts on a bill is a payment of that bill.
  add constraint payment_reference_of_bill unique (_id, bill);

-- A bill and an order have one open reference at a time, each its own.
drop index portal.payment_reference_one_open;
create unique index payment_reference_one_open
  on portal.payment_reference (applicant, purpose, programme, session, bill, serviceorder) nulls not distinct
  where state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED') and "recalledAt" is null;
-- A bill is paid in parts; whatever else is paid for, once.
drop index portal.payment_reference_one_paid;
create unique index payment_reference_one_paid
  on portal.payment_reference (applicant, purpose, programme, session, serviceorder) nulls not distinct
  where state = 'PAID' and surplus is null and purpose <> 'tuition';
create index payment_reference_on_bill on portal.payment_reference (bill) where bill is not null;
create index payment_reference_on_order on portal.payment_reference (serviceorder) where serviceorder is not null;

-- The office finds a student's payment by the matriculation number too.
drop view portal.receipt_line;
drop view portal.statement_missing;
alter table portal.payment_reference drop column search;
alter table portal.payment_reference add column search text not null generated always as (
  lower(' ' || coalesce(rrr || ' ' || substr(rrr, 1, 4) || '-' || substr(rrr, 5, 4) || '-' || substr(rrr, 9, 4), '') || ' ' || jamb
    || ' ' || matric || ' ' || payername || ' +' || payerphone || ' 0' || substr(payerphone, 4) || ' ' || payeremail || ' ' || orderid
    || ' ' || coalesce(applicationcode, ''))
) stored;
create index payment_reference_search on portal.payment_reference using gin (search gin_trgm_ops);

create view portal.receipt_line as
select p._id, p."verifiedAt" as "createdAt", p.rrr, p.payername, p.jamb, p.purpose, p.programme, p.session, p.amount_kobo, j.day,
  portal.receipt_standing(p.state, p.surplus, p.creditused) as standing, p.applicationcode, p.search, p.payer, p.matric
from portal.payment_reference p
left join portal.ledger_journal j on j.payment = p._id and j.kind = 'paid'
where p."verifiedAt" is not null;

create view portal.statement_missing as
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

-- A student's names are known by their parts, without a bio of an applicant.
create or replace function portal.name_payer() returns trigger language plpgsql as $$
begin
  new.jamb := coalesce((select a.jamb from portal.applicant a where a._id = new.applicant), '');
  if new.payer = '' then
    new.payer := portal.surname_first(new.applicant, new.payername);
  end if;
  return new;
end $$;

create or replace function portal.guard_payment_reference() returns trigger language plpgsql as $$
declare
  corrected text := case when new.state = 'SUSPENSE' then 'Put aside' when new.state = 'REVERSED' then 'Reverse'
    when new.state = 'REFUSED' and tg_op = 'UPDATE' and old.state = 'PARKED' then 'Refuse reference' end;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'CREATED' or new.rrr is not null or new.application is not null or new.surplus is not null
      or new.correction is not null or new.creditused is not null then
      raise exception 'a payment begins as an intent';
    end if;
    return new;
  end if;
  if (new._id, new.applicant, new.purpose, new.programme, new.session, new.acceptanceof, new.bill, new.serviceorder, new.orderid,
      new.servicetypeid, new.amount_kobo, new.items, new.payername, new.payeremail, new.payerphone, new.jamb, new.matric,
      new.description, new."createdAt")
    is distinct from
     (old._id, old.applicant, old.purpose, old.programme, old.session, old.acceptanceof, old.bill, old.serviceorder, old.orderid,
      old.servicetypeid, old.amount_kobo, old.items, old.payername, old.payeremail, old.payerphone, old.jamb, old.matric,
      old.description, old."createdAt")
    or (old.rrr is not null and new.rrr is distinct from old.rrr)
    or (old.application is not null and new.application is distinct from old.application)
    or (old.surplus is not null and new.surplus is distinct from old.surplus)
    or (old.correction is not null and new.correction is distinct from old.correction)
    or (old.creditused is not null and new.creditused is distinct from old.creditused)
    or (old."verifiedAt" is not null and new."verifiedAt" is distinct from old."verifiedAt") then
    raise exception 'what a payment is for, its reference and its use do not change';
  end if;
  if new.state <> old.state and not exists (
    select from portal.payment_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a payment does not go from % to %', old.state, new.state;
  end if;
  -- Paid is what the provider itself answered for this very reference, order and amount. 00 and 01 are its words for it. Else
  -- two people have said so: that its money came in full, or that the payer's credit pays it.
  if new.state = 'PAID' and old.state <> 'PAID' and not exists (
    select from portal.payment_event e
    where e._id = new.evidence and e.payment = new._id and e.kind = 'paid' and e.code in ('00', '01')
      and e.rrr = new.rrr and e.orderid = new.orderid and e.amount_kobo = new.amount_kobo and new.correction is null)
    and not exists (
    select from portal.payment_event e join portal.payment_correction c on c._id = e.correction
    where e._id = new.evidence and e.payment = new._id and c._id = new.correction and c.state = 'Approved'
      and (c.kind = 'Confirm paid' and c.payment = new._id and c.came_kobo >= new.amount_kobo
        or c.kind = 'Apply credit' and c.target = new._id and c.came_kobo = new.amount_kobo)) then
    raise exception 'a payment is paid by the provider''s answer or an approved correction only';
  end if;
  if new.state <> old.state and corrected is not null and not exists (
    select from portal.payment_event e join portal.payment_correction c on c._id = e.correction
    where e._id = new.evidence and e.payment = new._id and c.payment = new._id and c.state = 'Approved' and c.kind = corrected) then
    raise exception 'a payment goes from % to % by an approved correction only', old.state, new.state;
  end if;
  return new;
end $$;

alter table portal.ledger_entry drop constraint ledger_entry_account, add constraint ledger_entry_account check (
  account in ('provider', 'application-fee', 'acceptance-fee', 'tuition-fee', 'service-fee', 'suspense', 'credit', 'refunded', 'transfer')
);

-- What a payment waits for, by where it stands; null for nothing.
create or replace function portal.waits_for(p portal.payment_reference, e portal.payment_event) returns text language sql stable as $$
  select case
    when p.state = 'HELD' then case
      when e.amount_kobo is not null and e.amount_kobo <> p.amount_kobo and e.rrr = p.rrr and e.orderid = p.orderid then 'Wrong amount'
      else 'Answer differs' end
    when p.state = 'PARKED' then 'Reference unclear'
    when p.state = 'SUSPENSE' and p.creditused is null then 'Put aside'
    when p.state = 'PAID' and portal.credit_of(p._id) > 0 then case p.surplus
      when 'late' then 'Paid late' when 'closed' then 'Paid late' when 'other-place' then 'Paid for another place' when 'second' then 'Paid twice'
      when 'recalled' then 'Paid for a recalled offer'
      else case when exists (select from portal.ledger_journal where payment = p._id and kind = 'again') then 'Paid twice'
        else 'Overpaid' end end
    -- A bill takes whatever is paid on it, by whichever of its references.
    when p.state = 'PAID' and p.surplus is null and e.fromstate in ('CANCELLED', 'EXPIRED') and e.correction is null
      and p.purpose <> 'tuition' then 'Old reference paid'
    when p.state = 'REVERSED' and (p.application is not null or p.purpose in ('tuition', 'service') and p.surplus is null
      or exists (select from portal.acceptance where payment = p._id)) then 'Taken back after use'
  end
$$;
