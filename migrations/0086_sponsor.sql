-- Whoever pays for many: a sponsor, what it pays for whom by the word of two people, and one payment that counts on each bill.

create table portal.sponsor (
  _id uuid primary key,
  name text not null constraint sponsor_name_length check (char_length(name) between 2 and 120),
  kind text not null constraint sponsor_kind check (kind in ('Local government', 'State', 'Federal agency', 'Company', 'NGO', 'Trust',
    'Person', 'Other')),
  -- Who is written to and called.
  contact text not null constraint sponsor_contact_length check (char_length(contact) between 2 and 120),
  emailaddress text not null,
  phonenumber text not null constraint sponsor_phonenumber check (phonenumber ~ '^234[0-9]{10}$'),
  address text,
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || contact || ' ' || emailaddress || ' +' || phonenumber || ' 0'
    || substr(phonenumber, 4))) stored
);
create unique index sponsor_name on portal.sponsor (lower(name));
create index sponsor_by_name on portal.sponsor (name, _id);
create index sponsor_by_createdat on portal.sponsor ("createdAt", _id);
create index sponsor_search on portal.sponsor using gin (search gin_trgm_ops);

create table portal.sponsorship (
  _id uuid primary key,
  sponsor uuid not null constraint sponsorship_sponsor references portal.sponsor,
  -- The sponsor's as it was called, for list and papers.
  name text not null,
  -- What it is for, as the sponsor and the students read it.
  label text not null constraint sponsorship_label check (char_length(label) between 2 and 100),
  session uuid not null constraint sponsorship_session references portal.session,
  semester smallint not null constraint sponsorship_semester check (semester between 1 and 2),
  -- The provider's service that takes it.
  "serviceID" text not null,
  count integer not null constraint sponsorship_count check (count > 0),
  total_kobo bigint not null constraint sponsorship_total check (total_kobo > 0),
  reason text not null constraint sponsorship_reason check (char_length(reason) between 2 and 500),
  -- An earlier payment of the sponsor's whose unspent rest it spreads; null where it is paid by a payment of its own.
  spreads uuid constraint sponsorship_spreads references portal.payment_reference,
  state text not null default 'Proposed' constraint sponsorship_state check (
    state in ('Proposed', 'Approved', 'Paid', 'Taken back', 'Declined', 'Withdrawn')
  ),
  -- What of it came onto the bills, once it was paid.
  counted_kobo bigint constraint sponsorship_counted check (counted_kobo between 0 and total_kobo),
  "paidAt" timestamptz,
  proposedby uuid not null constraint sponsorship_proposedby references portal.staff,
  decidedby uuid constraint sponsorship_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text,
  -- The matric numbers that it names, for the search.
  named text not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || label || ' ' || named)) stored,
  constraint sponsorship_two_people check (state not in ('Approved', 'Paid', 'Taken back') or decidedby <> proposedby),
  constraint sponsorship_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint sponsorship_paid check ((state in ('Paid', 'Taken back')) = ("paidAt" is not null and counted_kobo is not null))
);
create index sponsorship_by_time on portal.sponsorship ("createdAt", _id);
create index sponsorship_by_state on portal.sponsorship (state, "createdAt", _id);
create index sponsorship_of_sponsor on portal.sponsorship (sponsor, "createdAt", _id);
create index sponsorship_of_session on portal.sponsorship (session, "createdAt", _id);
create index sponsorship_spreading on portal.sponsorship (spreads) where spreads is not null;
create index sponsorship_search on portal.sponsorship using gin (search gin_trgm_ops);

-- What a sponsorship means for one bill.
create table portal.sponsorship_share (
  _id uuid primary key,
  sponsorship uuid not null constraint sponsorship_share_sponsorship references portal.sponsorship,
  bill uuid not null constraint sponsorship_share_bill references portal.bill,
  student uuid not null constraint sponsorship_share_student references portal.student,
  amount_kobo bigint not null constraint sponsorship_share_amount check (amount_kobo > 0),
  -- What of it came onto the bill when it was last paid; less where the bill was paid meanwhile.
  counted_kobo bigint constraint sponsorship_share_counted check (counted_kobo between 0 and amount_kobo),
  constraint sponsorship_share_once unique (sponsorship, bill)
);
create index sponsorship_share_of_student on portal.sponsorship_share (student);
create index sponsorship_share_of_bill on portal.sponsorship_share (bill);

create function portal.guard_sponsorship() returns trigger language plpgsql as $$
begin
  -- What is generated is not there yet.
  if (to_jsonb(new) - array['state', 'counted_kobo', 'paidAt', 'decidedby', 'decidedAt', 'decision', 'version', 'search'])
    is distinct from
     (to_jsonb(old) - array['state', 'counted_kobo', 'paidAt', 'decidedby', 'decidedAt', 'decision', 'version', 'search']) then
    raise exception 'a sponsorship stays what was proposed';
  end if;
  if not (old.state = new.state
    or (old.state = 'Proposed' and new.state in ('Approved', 'Declined', 'Withdrawn'))
    or (old.state = 'Proposed' and new.spreads is not null and new.state = 'Paid')
    or (old.state = 'Approved' and new.state = 'Paid')
    or (old.state = 'Paid' and new.state = 'Taken back')
    or (old.state = 'Taken back' and new.state = 'Paid')) then
    raise exception 'a sponsorship does not go from % to %', old.state, new.state;
  end if;
  return new;
end $$;
create trigger sponsorship_guard before update on portal.sponsorship for each row execute function portal.guard_sponsorship();
create trigger sponsorship_kept before delete or truncate on portal.sponsorship
  for each statement execute function portal.refuse_change();

create function portal.guard_sponsorship_share() returns trigger language plpgsql as $$
begin
  if (new._id, new.sponsorship, new.bill, new.student, new.amount_kobo)
    is distinct from (old._id, old.sponsorship, old.bill, old.student, old.amount_kobo) then
    raise exception 'a share stays what was proposed';
  end if;
  return new;
end $$;
create trigger sponsorship_share_guard before update on portal.sponsorship_share
  for each row execute function portal.guard_sponsorship_share();
create trigger sponsorship_share_kept before delete or truncate on portal.sponsorship_share
  for each statement execute function portal.refuse_change();

-- Its payment is nobody's of an account, and of no programme.
alter table portal.payment_reference
  alter column applicant drop not null,
  alter column programme drop not null,
  add column sponsorship uuid constraint payment_reference_sponsorship_is_known references portal.sponsorship,
  drop constraint payment_reference_purpose,
  add constraint payment_reference_purpose check (purpose in ('application', 'acceptance', 'tuition', 'service', 'sponsorship')),
  add constraint payment_reference_sponsorship check ((purpose = 'sponsorship') = (sponsorship is not null)),
  add constraint payment_reference_payer check ((purpose = 'sponsorship') = (applicant is null)
    and (purpose = 'sponsorship') = (programme is null));
drop index portal.payment_reference_one_open;
create unique index payment_reference_one_open
  on portal.payment_reference (applicant, purpose, programme, session, bill, serviceorder, sponsorship) nulls not distinct
  where state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED') and "recalledAt" is null;
-- What a sponsor pays once more is told by the sponsorship itself.
drop index portal.payment_reference_one_paid;
create unique index payment_reference_one_paid
  on portal.payment_reference (applicant, purpose, programme, session, serviceorder) nulls not distinct
  where state = 'PAID' and surplus is null and purpose not in ('tuition', 'sponsorship');
create index payment_reference_of_sponsorship on portal.payment_reference (sponsorship) where sponsorship is not null;

create function portal.keep_sponsorship() returns trigger language plpgsql as $$
begin
  raise exception 'what a payment is for does not change';
end $$;
create trigger payment_reference_sponsorship_kept before update on portal.payment_reference for each row
  when (old.sponsorship is distinct from new.sponsorship) execute function portal.keep_sponsorship();

-- What a sponsor pays counts on a bill as a payment does: of one payment a part on each, by its share. How much of that the books
-- hold as tuition stands here; of a payment of a student's own the books say it themselves.
alter table portal.bill_payment
  drop constraint bill_payment_pkey,
  drop constraint bill_payment_payment,
  add column sponsorshare uuid constraint bill_payment_sponsorshare references portal.sponsorship_share,
  add column tuition_kobo bigint
    constraint bill_payment_tuition check (tuition_kobo between 0 and amount_kobo),
  add column ownbill uuid generated always as (case when sponsorshare is null then bill end) stored,
  add constraint bill_payment_sponsored check ((sponsorshare is null) = (tuition_kobo is null)),
  add constraint bill_payment_is_known foreign key (payment) references portal.payment_reference,
  add constraint bill_payment_payment foreign key (payment, ownbill) references portal.payment_reference (_id, bill);
create unique index bill_payment_once on portal.bill_payment (payment, sponsorshare) nulls not distinct;
-- A share counts once, until the bank has taken its payment back.
create unique index bill_payment_share_once on portal.bill_payment (sponsorshare)
  where sponsorshare is not null and "takenbackAt" is null;

create or replace view portal.bill_counted as
select p.payment, p.bill, p.paidon, p."createdAt", p.amount_kobo - p.withdrawn_kobo as counted_kobo, coalesce(p.tuition_kobo, (
    select -sum(e.amount_kobo) from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
    where j.payment = p.payment and e.account = 'tuition-fee'), 0)::bigint as tuition_kobo, p.sponsorshare
from portal.bill_payment p where p."takenbackAt" is null;

-- As before, and says of a sponsor's share what of it is tuition.
create or replace function portal.book_bill(bill_id uuid) returns void language plpgsql as $$
declare
  more bigint;
  step bigint;
  one record;
  booking uuid;
begin
  select least(b.paid_kobo, greatest(b.billed_kobo, 0)) - coalesce((
      select sum(c.tuition_kobo) from portal.bill_counted c where c.bill = b._id), 0)
    into more from portal.bill b where b._id = bill_id;
  if more = 0 then
    return;
  end if;
  for one in select c.payment, c.counted_kobo, c.tuition_kobo, c.sponsorshare from portal.bill_counted c where c.bill = bill_id
    order by sign(more) * extract(epoch from c."createdAt"), c.payment
  loop
    step := case when more > 0 then least(more, one.counted_kobo - one.tuition_kobo) else greatest(more, -one.tuition_kobo) end;
    if step <> 0 then
      booking := gen_random_uuid();
      insert into portal.ledger_journal (_id, payment, kind, part) values (booking, one.payment, 'rebilled', booking);
      insert into portal.ledger_entry (journal, account, amount_kobo)
        values (booking, 'tuition-fee', -step), (booking, 'credit', step);
      update portal.bill_payment set tuition_kobo = tuition_kobo + step
      where payment = one.payment and sponsorshare = one.sponsorshare;
      more := more - step;
    end if;
  end loop;
end $$;
