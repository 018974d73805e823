-- A fee that somebody need not pay: waived, a free place, or paid for by another body outside the portal. Two people say so, for one
-- applicant or for a list, and it is used by who asks for a payment reference: what is made then is paid, over nothing, and no money is
-- booked.

create table portal.fee_waiver (
  _id uuid primary key,
  kind text not null constraint fee_waiver_kind check (kind in ('Waiver', 'Free place', 'Sponsor')),
  -- Who pays instead, outside the portal.
  sponsor text,
  purpose text not null constraint fee_waiver_purpose check (purpose in ('application', 'acceptance')),
  session uuid not null constraint fee_waiver_session references portal.session,
  count integer not null constraint fee_waiver_count check (count > 0),
  reason text not null constraint fee_waiver_reason check (char_length(reason) between 2 and 500),
  evidence uuid not null constraint fee_waiver_evidence references portal.stored_file,
  state text not null default 'Proposed' constraint fee_waiver_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn', 'Revoked')
  ),
  proposedby uuid not null constraint fee_waiver_proposedby references portal.staff,
  decidedby uuid constraint fee_waiver_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint fee_waiver_decision check (char_length(decision) between 2 and 500),
  -- Who ended it again after it was approved, and why.
  revokedby uuid constraint fee_waiver_revokedby references portal.staff,
  "revokedAt" timestamptz,
  revokedwhy text,
  -- The JAMB numbers and names that it holds, for the search.
  named text not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || coalesce(sponsor, '') || ' ' || reason || ' ' || named)) stored,
  constraint fee_waiver_sponsored check ((kind = 'Sponsor') = (sponsor is not null)),
  constraint fee_waiver_two_people check (state not in ('Approved', 'Revoked', 'Declined') or decidedby <> proposedby),
  constraint fee_waiver_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint fee_waiver_revoked check (num_nonnulls(revokedby, "revokedAt", revokedwhy) = case state when 'Revoked' then 3 else 0 end)
);
create index fee_waiver_by_time on portal.fee_waiver ("createdAt", _id);
create index fee_waiver_by_state on portal.fee_waiver (state, "createdAt", _id);
create index fee_waiver_by_kind on portal.fee_waiver (kind, "createdAt", _id);
create index fee_waiver_of_session on portal.fee_waiver (session, kind, "createdAt", _id);
create index fee_waiver_search on portal.fee_waiver using gin (search gin_trgm_ops);
create trigger fee_waiver_kept before delete or truncate on portal.fee_waiver for each statement execute function portal.refuse_change();

create table portal.fee_waiver_line (
  _id uuid primary key,
  waiver uuid not null constraint fee_waiver_line_waiver references portal.fee_waiver,
  applicant uuid not null constraint fee_waiver_line_applicant references portal.applicant,
  purpose text not null,
  session uuid not null,
  -- What the paper has in place of the provider's reference: no provider makes one that begins with 000.
  number text not null constraint fee_waiver_line_number unique constraint fee_waiver_line_number_shape check (number ~ '^000[0-9]{9}$'),
  -- Declined, taken back or revoked before it was used.
  ended boolean not null default false,
  "usedAt" timestamptz,
  -- What would have been paid.
  waived_kobo bigint constraint fee_waiver_line_waived check (waived_kobo > 0),
  constraint fee_waiver_line_used check (("usedAt" is null) = (waived_kobo is null) and not (ended and "usedAt" is not null))
);
-- One for a person, a fee and a session.
create unique index fee_waiver_line_one on portal.fee_waiver_line (applicant, purpose, session) where not ended;
create index fee_waiver_line_of on portal.fee_waiver_line (waiver);
create index fee_waiver_line_used_at on portal.fee_waiver_line ("usedAt") where "usedAt" is not null;
create trigger fee_waiver_line_kept before delete or truncate on portal.fee_waiver_line
  for each statement execute function portal.refuse_change();

create function portal.guard_fee_waiver() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'decidedby', 'decidedAt', 'decision', 'revokedby', 'revokedAt', 'revokedwhy', 'version', 'search'];
begin
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or not (old.state = 'Proposed' and new.state in ('Approved', 'Declined', 'Withdrawn') or old.state = 'Approved' and new.state = 'Revoked') then
    raise exception 'a waiver stays what was proposed, and is decided once';
  end if;
  return new;
end $$;
create trigger fee_waiver_guard before update on portal.fee_waiver for each row execute function portal.guard_fee_waiver();

create function portal.guard_fee_waiver_line() returns trigger language plpgsql as $$
begin
  if (new._id, new.waiver, new.applicant, new.purpose, new.session, new.number)
      is distinct from (old._id, old.waiver, old.applicant, old.purpose, old.session, old.number)
    or old.ended or old."usedAt" is not null
    or new."usedAt" is not null and not exists (select from portal.fee_waiver where _id = new.waiver and state = 'Approved') then
    raise exception 'a waiver is used once, while it is approved, or ended';
  end if;
  return new;
end $$;
create trigger fee_waiver_line_guard before update on portal.fee_waiver_line
  for each row execute function portal.guard_fee_waiver_line();

alter table portal.payment_reference
  -- What two people have said instead of money.
  add column waiver uuid constraint payment_reference_waiver references portal.fee_waiver_line,
  add constraint payment_reference_waiver_once unique (waiver),
  drop constraint payment_reference_amount,
  add constraint payment_reference_amount check (case when waiver is null then amount_kobo > 0 else amount_kobo = 0 end);

create or replace function portal.guard_payment_reference() returns trigger language plpgsql as $$
declare
  corrected text := case when new.state = 'SUSPENSE' then 'Put aside' when new.state = 'REVERSED' then 'Reverse'
    when new.state = 'REFUSED' and tg_op = 'UPDATE' and old.state = 'PARKED' then 'Refuse reference' end;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'CREATED' or new.rrr is not null or new.application is not null or new.surplus is not null
      or new.correction is not null or new.creditused is not null or new.withdrawn_kobo <> 0 then
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
    or (old.withdrawal is not null and new.withdrawal is distinct from old.withdrawal)
    or new.waiver is distinct from old.waiver
    -- What could not be paid out is not taken out any more.
    or new.withdrawn_kobo < old.withdrawn_kobo and old.withdrawn_kobo - new.withdrawn_kobo <> portal.returned_now(new._id)
    or (old."verifiedAt" is not null and new."verifiedAt" is distinct from old."verifiedAt") then
    raise exception 'what a payment is for, its reference and its use do not change';
  end if;
  if new.state <> old.state and not exists (
    select from portal.payment_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a payment does not go from % to %', old.state, new.state;
  end if;
  -- Paid is what the provider itself answered for this very reference, order and amount. 00 and 01 are its words for it. Else
  -- two people have said so: that its money came in full, that the payer's credit pays it, or that money is moved to it.
  if new.state = 'PAID' and old.state <> 'PAID' and not exists (
    select from portal.payment_event e
    where e._id = new.evidence and e.payment = new._id and e.kind = 'paid' and e.code in ('00', '01')
      and e.rrr = new.rrr and e.orderid = new.orderid and e.amount_kobo = new.amount_kobo and new.correction is null)
    and not exists (
    select from portal.payment_event e join portal.payment_correction c on c._id = e.correction
    where e._id = new.evidence and e.payment = new._id and c._id = new.correction and c.state = 'Approved'
      and (c.kind = 'Confirm paid' and c.payment = new._id and c.came_kobo >= new.amount_kobo
        or c.kind = 'Apply credit' and c.target = new._id and c.came_kobo = new.amount_kobo))
    and not exists (
    select from portal.withdrawal w where w._id = new.withdrawal and w.state = 'Moved' and w.amount_kobo = new.amount_kobo
      and (w.target = new._id or w.bill = new.bill))
    and not exists (
    select from portal.fee_waiver_line l join portal.fee_waiver w on w._id = l.waiver
    where l._id = new.waiver and w.state = 'Approved' and l."usedAt" is not null and not l.ended and l.number = new.rrr
      and (l.applicant, l.purpose, l.session) = (new.applicant, new.purpose, new.session)) then
    raise exception 'a payment is paid by the provider''s answer, by money that is moved, a waiver or an approved correction only';
  end if;
  if new.state <> old.state and corrected is not null and not exists (
    select from portal.payment_event e join portal.payment_correction c on c._id = e.correction
    where e._id = new.evidence and e.payment = new._id and c.payment = new._id and c.state = 'Approved' and c.kind = corrected) then
    raise exception 'a payment goes from % to % by an approved correction only', old.state, new.state;
  end if;
  return new;
end $$;

