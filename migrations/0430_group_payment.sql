-- One payment for a list of applicants: a school, a ministry or a parent pays one reference over the application fees, or the acceptance
-- fees, of many. Once it is paid each line covers its applicant's fee, who uses it by asking for a payment reference.

create table portal.group_payment (
  _id uuid primary key,
  payername text not null constraint group_payment_payername check (char_length(payername) between 2 and 120),
  payeremail text not null,
  payerphone text not null constraint group_payment_payerphone check (payerphone ~ '^234[0-9]{10}$'),
  purpose text not null constraint group_payment_purpose check (purpose in ('application', 'acceptance')),
  session uuid not null constraint group_payment_session references portal.session,
  -- The provider's service that takes it.
  "serviceID" text not null,
  count integer not null constraint group_payment_count check (count > 0),
  total_kobo bigint not null constraint group_payment_total check (total_kobo > 0),
  -- The fee items, each summed over the list.
  items jsonb not null,
  -- In Lagos: who pays later has a credit, and the applicants are free for another list.
  lastday date not null,
  state text not null default 'Open' constraint group_payment_state check (state in ('Open', 'Paid', 'Taken back', 'Called off', 'Lapsed')),
  madeby uuid not null constraint group_payment_madeby references portal.staff,
  "paidAt" timestamptz,
  -- Who called it off, and why; nobody where its last day ended it.
  endedby uuid constraint group_payment_endedby references portal.staff,
  endedwhy text constraint group_payment_endedwhy check (char_length(endedwhy) between 2 and 500),
  "endedAt" timestamptz,
  -- The JAMB numbers and names that it holds, for the search.
  named text not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || payername || ' ' || payeremail || ' ' || named)) stored,
  constraint group_payment_paid check ((state in ('Paid', 'Taken back')) = ("paidAt" is not null)),
  constraint group_payment_ended check ((state in ('Called off', 'Lapsed', 'Taken back')) = ("endedAt" is not null)
    and (state = 'Called off') = (endedby is not null) and (endedby is null) = (endedwhy is null))
);
create index group_payment_by_time on portal.group_payment ("createdAt", _id);
create index group_payment_by_state on portal.group_payment (state, "createdAt", _id);
create index group_payment_of_session on portal.group_payment (session, "createdAt", _id);
create index group_payment_to_lapse on portal.group_payment (lastday) where state = 'Open';
create index group_payment_search on portal.group_payment using gin (search gin_trgm_ops);
create trigger group_payment_kept before delete or truncate on portal.group_payment for each statement execute function portal.refuse_change();

create function portal.guard_group_payment() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'paidAt', 'endedby', 'endedwhy', 'endedAt', 'version', 'named', 'search'];
begin
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or not (old.state = new.state or old.state = 'Open' and new.state in ('Paid', 'Called off', 'Lapsed')
      or old.state = 'Paid' and new.state = 'Taken back') then
    raise exception 'a list stays what was made, and is paid once';
  end if;
  return new;
end $$;
create trigger group_payment_guard before update on portal.group_payment for each row execute function portal.guard_group_payment();

-- Whose fee it pays. Listed: not paid yet. Covered: it is, and its applicant uses it, or has. Freed: the applicant needs it no more, and
-- its money is the payer's credit. Exchanged: another line stands for it. Ended: nothing is paid by it.
create table portal.group_payment_line (
  _id uuid primary key,
  list uuid not null constraint group_payment_line_list references portal.group_payment,
  applicant uuid not null constraint group_payment_line_applicant references portal.applicant,
  purpose text not null,
  session uuid not null,
  programme uuid not null constraint group_payment_line_programme references portal.programme,
  amount_kobo bigint not null constraint group_payment_line_amount check (amount_kobo > 0),
  standing text not null constraint group_payment_line_standing check (standing in ('Listed', 'Covered', 'Freed', 'Exchanged', 'Ended')),
  -- What covers the fee; whether it is used stands there.
  cover uuid constraint group_payment_line_cover unique constraint group_payment_line_cover_is_known references portal.fee_waiver_line,
  -- In whose place it stands.
  replaces uuid constraint group_payment_line_replaces unique constraint group_payment_line_replaces_is_known
    references portal.group_payment_line,
  why text,
  "createdAt" timestamptz not null default now(),
  constraint group_payment_line_covered check (standing not in ('Listed', 'Covered') or (standing = 'Covered') = (cover is not null))
);
-- One for a person, a fee and a session.
create unique index group_payment_line_one on portal.group_payment_line (applicant, purpose, session)
  where standing in ('Listed', 'Covered');
create index group_payment_line_of on portal.group_payment_line (list);
create trigger group_payment_line_kept before delete or truncate on portal.group_payment_line
  for each statement execute function portal.refuse_change();

create function portal.guard_group_payment_line() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['standing', 'cover', 'why']) is distinct from (to_jsonb(old) - array['standing', 'cover', 'why'])
    or old.cover is not null and new.cover is distinct from old.cover
    or not (old.standing = 'Listed' and new.standing in ('Covered', 'Freed', 'Exchanged', 'Ended')
      or old.standing = 'Covered' and new.standing in ('Freed', 'Exchanged', 'Ended')
      or old.standing = 'Freed' and new.standing = 'Exchanged') then
    raise exception 'a line of a list stays whose it is, and goes its way once';
  end if;
  -- What is used is neither freed nor given to another.
  if new.standing <> 'Covered' and exists (
    select from portal.fee_waiver_line where _id = new.cover and "usedAt" is not null) then
    raise exception 'a line of a list that is used stays';
  end if;
  -- No line is used before the money is there.
  if new.standing = 'Covered' and not exists (select from portal.group_payment where _id = new.list and state = 'Paid') then
    raise exception 'a line of a list covers a fee once the list is paid';
  end if;
  return new;
end $$;
create trigger group_payment_line_guard before update on portal.group_payment_line
  for each row execute function portal.guard_group_payment_line();

-- What a list has paid is used as a waiver is, of the programme that was paid for.
alter table portal.fee_waiver
  drop constraint fee_waiver_kind,
  add constraint fee_waiver_kind check (kind in ('Waiver', 'Free place', 'Sponsor', 'Deferred place', 'Paid in a list')),
  drop constraint fee_waiver_evidenced,
  add constraint fee_waiver_evidenced check ((evidence is null) = (kind in ('Deferred place', 'Paid in a list'))),
  drop constraint fee_waiver_sponsored,
  add constraint fee_waiver_sponsored check ((kind in ('Sponsor', 'Paid in a list')) = (sponsor is not null)),
  -- Its money came, so nobody has to agree to it.
  add constraint fee_waiver_paid_in_a_list check ((kind = 'Paid in a list') = (state = 'Approved' and decidedby is null));
alter table portal.fee_waiver_line
  -- Null: whichever its applicant chooses.
  add column programme uuid constraint fee_waiver_line_programme references portal.programme;
create or replace function portal.guard_fee_waiver_line() returns trigger language plpgsql as $$
begin
  if (new._id, new.waiver, new.applicant, new.purpose, new.session, new.number, new.programme)
      is distinct from (old._id, old.waiver, old.applicant, old.purpose, old.session, old.number, old.programme)
    or old.ended or old."usedAt" is not null
    or new."usedAt" is not null and not exists (select from portal.fee_waiver where _id = new.waiver and state = 'Approved') then
    raise exception 'a waiver is used once, while it is approved, or ended';
  end if;
  return new;
end $$;

-- Its payment is nobody's of an account, and of no programme.
alter table portal.payment_reference
  add column grouppayment uuid constraint payment_reference_grouppayment_is_known references portal.group_payment,
  drop constraint payment_reference_purpose,
  add constraint payment_reference_purpose check (
    purpose in ('application', 'acceptance', 'tuition', 'service', 'sponsorship', 'group-application', 'group-acceptance')
  ),
  add constraint payment_reference_grouppayment check ((purpose in ('group-application', 'group-acceptance')) = (grouppayment is not null)),
  drop constraint payment_reference_payer,
  add constraint payment_reference_payer check (
    (purpose in ('sponsorship', 'group-application', 'group-acceptance')) = (applicant is null)
    and (purpose in ('sponsorship', 'group-application', 'group-acceptance')) = (programme is null)
  );
drop index portal.payment_reference_one_open;
create unique index payment_reference_one_open
  on portal.payment_reference (applicant, purpose, programme, session, bill, serviceorder, sponsorship, grouppayment) nulls not distinct
  where state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED') and "recalledAt" is null;
-- What a list is paid once more is told by the list itself.
drop index portal.payment_reference_one_paid;
create unique index payment_reference_one_paid
  on portal.payment_reference (applicant, purpose, programme, session, serviceorder) nulls not distinct
  where state = 'PAID' and surplus is null and purpose not in ('tuition', 'sponsorship', 'group-application', 'group-acceptance');
create index payment_reference_of_grouppayment on portal.payment_reference (grouppayment) where grouppayment is not null;
create trigger payment_reference_grouppayment_kept before update on portal.payment_reference for each row
  when (old.grouppayment is distinct from new.grouppayment) execute function portal.keep_sponsorship();

-- relisted: between income and credit, as a line of a list is freed or given to another.
alter table portal.ledger_journal drop constraint ledger_journal_kind, add constraint ledger_journal_kind check (
  kind in ('paid', 'held', 'again', 'refunded', 'applied', 'reversed', 'rebilled', 'withdrawn', 'returned', 'relisted')
);

insert into portal.payment_exception_kind (kind, byword, bystate) values ('Left of a list', true, true);

create or replace function portal.waits_for(p portal.payment_reference, e portal.payment_event) returns text language sql stable as $$
  select case
    when p.state = 'HELD' then case
      when e.amount_kobo is not null and e.amount_kobo <> p.amount_kobo and e.rrr = p.rrr and e.orderid = p.orderid then 'Wrong amount'
      else 'Answer differs' end
    when p.state = 'PARKED' then 'Reference unclear'
    when p.state = 'SUSPENSE' and p.creditused is null then 'Put aside'
    when p.state = 'PAID' and portal.credit_of(p._id) > 0 then case p.surplus
      when 'late' then 'Paid late' when 'closed' then 'Paid late' when 'other-place' then 'Paid for another place' when 'second' then 'Paid twice'
      when 'recalled' then 'Paid for a recalled offer' when 'given-up' then 'Paid for a place given up'
      when 'called-off' then 'Paid after calling off'
      else case when exists (select from portal.ledger_journal where payment = p._id and kind = 'again') then 'Paid twice'
        when p.purpose = 'tuition' then 'Bill overpaid'
        when p.grouppayment is not null then 'Left of a list'
        else 'Overpaid' end end
    -- A bill takes whatever is paid on it, by whichever of its references.
    when p.state = 'PAID' and p.surplus is null and e.fromstate in ('CANCELLED', 'EXPIRED') and e.correction is null
      and p.purpose <> 'tuition' then 'Old reference paid'
    when p.state = 'REVERSED' and portal.owed_of(p._id) > 0 then 'Taken back after withdrawal'
    when p.state = 'REVERSED' and (p.application is not null or p.purpose in ('tuition', 'service') and p.surplus is null
      or exists (select from portal.acceptance where payment = p._id)
      or exists (select from portal.group_payment_line l join portal.fee_waiver_line c on c._id = l.cover and c."usedAt" is not null
        where l.list = p.grouppayment and p.surplus is null)) then 'Taken back after use'
  end
$$;
