-- Money that two people take out of a paid payment: paid out to its payer, or moved to something else that the payer owes.

create table portal.withdrawal (
  _id uuid primary key,
  payment uuid not null constraint withdrawal_payment references portal.payment_reference,
  kind text not null constraint withdrawal_kind check (kind in ('Refund', 'Move')),
  amount_kobo bigint not null constraint withdrawal_amount check (amount_kobo > 0),
  -- What it is moved to: a bill, or an open reference of as much.
  bill uuid constraint withdrawal_bill references portal.bill,
  target uuid constraint withdrawal_target references portal.payment_reference,
  -- "First semester 2026/2027", as it was proposed; null of a refund.
  goesto text,
  reason text constraint withdrawal_reason check (char_length(reason) between 2 and 500),
  state text not null default 'Proposed' constraint withdrawal_state check (
    state in ('Proposed', 'Approved', 'Paid out', 'Moved', 'Declined', 'Taken back', 'Overtaken')
  ),
  proposedby uuid not null constraint withdrawal_proposedby references portal.staff,
  decidedby uuid constraint withdrawal_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint withdrawal_decision check (char_length(decision) between 2 and 500),
  -- Of a refund that was paid out: by whom, how, on which day, and the number of the voucher, the transfer or the cheque.
  paidoutby uuid constraint withdrawal_paidoutby references portal.staff,
  "paidoutAt" timestamptz,
  how text constraint withdrawal_how check (how in ('Bank transfer', 'Cheque', 'Cash')),
  reference text constraint withdrawal_reference check (char_length(reference) between 2 and 60),
  paidouton date,
  -- Of the payment, as it stood when it was proposed.
  rrr text,
  payer text not null,
  jamb text not null,
  matric text not null,
  purpose text not null,
  applicant uuid not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (
    lower(' ' || coalesce(rrr || ' ' || substr(rrr, 1, 4) || '-' || substr(rrr, 5, 4) || '-' || substr(rrr, 9, 4), '') || ' ' || jamb
      || ' ' || matric || ' ' || payer || ' ' || coalesce(reason, '') || ' ' || coalesce(reference, ''))
  ) stored,
  constraint withdrawal_two_people check (state not in ('Approved', 'Paid out', 'Moved', 'Declined') or decidedby <> proposedby),
  constraint withdrawal_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint withdrawal_goes_where check ((kind = 'Move') = (num_nonnulls(bill, target) = 1) and (kind = 'Move') = (goesto is not null)
    and num_nonnulls(bill, target) <= 1 and target is distinct from payment),
  constraint withdrawal_of_kind check (kind = 'Refund' and state <> 'Moved' or kind = 'Move' and state not in ('Approved', 'Paid out')),
  constraint withdrawal_paid_out check (
    (state = 'Paid out') = (num_nonnulls(paidoutby, "paidoutAt", how, reference, paidouton) = 5)
    and num_nonnulls(paidoutby, "paidoutAt", how, reference, paidouton) in (0, 5))
);
-- One open reference is not paid by two.
create unique index withdrawal_one_target on portal.withdrawal (target) where state = 'Proposed';
-- One voucher, transfer or cheque pays one of them out.
create unique index withdrawal_reference_once on portal.withdrawal (how, lower(reference)) where reference is not null;
create index withdrawal_of on portal.withdrawal (payment, "createdAt");
create index withdrawal_of_bill on portal.withdrawal (bill) where bill is not null;
create index withdrawal_of_target on portal.withdrawal (target) where target is not null;
create index withdrawal_of_applicant on portal.withdrawal (applicant, "createdAt");
create index withdrawal_search on portal.withdrawal using gin (search gin_trgm_ops);
create index withdrawal_by_createdat on portal.withdrawal ("createdAt", _id);
create index withdrawal_by_amount on portal.withdrawal (amount_kobo, _id);
create index withdrawal_by_state on portal.withdrawal (state, "createdAt", _id);
create index withdrawal_by_kind on portal.withdrawal (kind, "createdAt", _id);
create index withdrawal_by_purpose on portal.withdrawal (purpose, "createdAt", _id);
create trigger withdrawal_kept before delete or truncate on portal.withdrawal
  for each statement execute function portal.refuse_change();

create function portal.guard_withdrawal() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'decidedby', 'decidedAt', 'decision', 'paidoutby', 'paidoutAt', 'how', 'reference', 'paidouton',
    'version', 'search'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'Proposed' then
      raise exception 'a withdrawal begins as a proposal';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or not (old.state = 'Proposed' and new.state in ('Approved', 'Moved', 'Declined', 'Taken back', 'Overtaken')
      or old.state = 'Approved' and new.state in ('Paid out', 'Overtaken')) then
    raise exception 'a withdrawal is decided once and paid out once, and what was proposed does not change';
  end if;
  return new;
end $$;
create trigger withdrawal_guard before insert or update on portal.withdrawal
  for each row execute function portal.guard_withdrawal();

alter table portal.payment_reference
  -- What two people took out of it, whatever became of that.
  add column withdrawn_kobo bigint not null default 0 constraint payment_reference_withdrawn check (withdrawn_kobo >= 0),
  -- By which it is paid: money of another payment.
  add column withdrawal uuid constraint payment_reference_withdrawal references portal.withdrawal,
  add constraint payment_reference_withdrawal_once unique (withdrawal),
  drop constraint payment_reference_made,
  -- Money that is moved to a bill needs no reference of the provider's.
  add constraint payment_reference_made check (
    rrr is not null or withdrawal is not null or state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'PARKED', 'REFUSED')
  ),
  drop constraint payment_reference_surplus,
  add constraint payment_reference_surplus check (
    surplus in ('second', 'late', 'closed', 'other-place', 'recalled', 'withdrawn')
  );
alter table portal.payment_event
  add column withdrawal uuid constraint payment_event_withdrawal references portal.withdrawal;
drop index portal.payment_reference_one_open;
create unique index payment_reference_one_open
  on portal.payment_reference (applicant, purpose, programme, session, bill, serviceorder, sponsorship) nulls not distinct
  where state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED') and "recalledAt" is null and withdrawal is null;

alter table portal.payment_edge disable trigger payment_edge_fixed;
insert into portal.payment_edge (fromstate, tostate) values ('CREATED', 'PAID');
alter table portal.payment_edge enable trigger payment_edge_fixed;

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
    or new.withdrawn_kobo < old.withdrawn_kobo
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
      and (w.target = new._id or w.bill = new.bill)) then
    raise exception 'a payment is paid by the provider''s answer, by money that is moved or an approved correction only';
  end if;
  if new.state <> old.state and corrected is not null and not exists (
    select from portal.payment_event e join portal.payment_correction c on c._id = e.correction
    where e._id = new.evidence and e.payment = new._id and c.payment = new._id and c.state = 'Approved' and c.kind = corrected) then
    raise exception 'a payment goes from % to % by an approved correction only', old.state, new.state;
  end if;
  return new;
end $$;

-- payable: taken out and not paid out yet. owed: what a payer has in hand of a payment that the bank took back.
alter table portal.ledger_entry drop constraint ledger_entry_account, add constraint ledger_entry_account check (
  account in ('provider', 'application-fee', 'acceptance-fee', 'tuition-fee', 'service-fee', 'suspense', 'credit', 'payable', 'refunded',
    'transfer', 'owed')
);

create function portal.owed_of(payment_id uuid) returns bigint language sql stable as $$
  select coalesce(sum(e.amount_kobo), 0)::bigint from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
  where j.payment = payment_id and e.account = 'owed'
$$;
insert into portal.payment_exception_kind (kind, byword, bystate) values ('Taken back after withdrawal', true, true);

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
        when p.purpose = 'tuition' then 'Bill overpaid'
        else 'Overpaid' end end
    -- A bill takes whatever is paid on it, by whichever of its references.
    when p.state = 'PAID' and p.surplus is null and e.fromstate in ('CANCELLED', 'EXPIRED') and e.correction is null
      and p.purpose <> 'tuition' then 'Old reference paid'
    when p.state = 'REVERSED' and portal.owed_of(p._id) > 0 then 'Taken back after withdrawal'
    when p.state = 'REVERSED' and (p.application is not null or p.purpose in ('tuition', 'service') and p.surplus is null
      or exists (select from portal.acceptance where payment = p._id)) then 'Taken back after use'
  end
$$;

create or replace function portal.follow_payment(payment_id uuid) returns void language plpgsql as $$
declare
  p portal.payment_reference;
  e portal.payment_event;
  done portal.payment_correction;
  wanted text;
begin
  select * into p from portal.payment_reference where _id = payment_id;
  select * into e from portal.payment_event where _id = p.evidence;
  wanted := portal.waits_for(p, e);
  select * into done from portal.payment_correction
    where payment = payment_id and state = 'Approved' and "decidedAt" = now() order by _id desc limit 1;
  update portal.payment_exception set "closedAt" = now(), closedby = done.decidedby,
    outcome = coalesce(done.kind || ' approved: ' || done.decision, 'By itself: ' || coalesce(e.tostate, p.state)),
    version = version + 1, "updatedAt" = now()
  where payment = payment_id and subject = 'payment:' || payment_id and "closedAt" is null
    and kind is distinct from wanted and kind in (select k.kind from portal.payment_exception_kind k where k.bystate);
  if wanted is not null then
    perform portal.open_payment_exception(wanted, 'payment:' || p._id, p._id, p.rrr, p.payername, p.jamb,
      case when p.state in ('HELD', 'SUSPENSE', 'PAID', 'REVERSED') then coalesce(
        (select sum(l.amount_kobo)::bigint from portal.ledger_journal j join portal.ledger_entry l on l.journal = j._id
          where j.payment = p._id and l.account = 'provider' and j.kind in ('paid', 'held', 'again')), e.amount_kobo) end,
      p.amount_kobo, p.description, coalesce(e.at, now()));
  end if;
  update portal.payment_correction set state = 'Overtaken', "decidedAt" = now()
  where state = 'Proposed' and (payment = payment_id and fromstate <> p.state or target = payment_id and p.state <> 'OPEN');
  -- What was approved and not paid out yet went with the payment.
  update portal.withdrawal set state = 'Overtaken', "decidedAt" = coalesce("decidedAt", now()), version = version + 1
  where state in ('Proposed', 'Approved') and payment = payment_id and p.state <> 'PAID'
    or state = 'Proposed' and target = payment_id and p.state <> 'OPEN';
end $$;

-- What the provider says of a payment that is settled here and stands otherwise there. What two people alone have said is paid, and
-- what money of another payment pays, the provider need not know.
create or replace function portal.provider_said() returns trigger language plpgsql as $$
declare
  p portal.payment_reference;
  e portal.payment_event;
  words text;
  -- An answer that says not paid names what was asked for.
  came bigint := case when new.kind = 'paid' then new.amount_kobo end;
begin
  select * into p from portal.payment_reference where _id = new.payment;
  if p.state not in ('PAID', 'REVERSED') then
    return null;
  end if;
  select * into e from portal.payment_event where _id = p.evidence;
  if new.kind = 'paid' and (p.state = 'REVERSED' or
    (new.rrr, new.orderid, new.amount_kobo) is distinct from (p.rrr, p.orderid, coalesce(e.amount_kobo, p.amount_kobo))) then
    words := 'The provider says paid, otherwise than it stands here'
      || case when p.state = 'REVERSED' then ': it was taken back' else '' end
      || case when new.rrr <> p.rrr then '. It names the reference ' || new.rrr else '' end
      || case when new.orderid <> p.orderid then '. It names the order ' || new.orderid else '' end;
  -- Who paid after the question was put is no difference.
  elsif new.kind <> 'paid' and p.state = 'PAID' and p.correction is null and p.withdrawal is null and p."askedAt" > p."verifiedAt" and not exists (
      select from portal.reconciliation_question q join portal.reconciliation r on r._id = q.run
      where q.payment = p._id and r.state = 'Running') then
    words := 'The provider says that it is not paid' || coalesce(' (' || new.code || ')', '');
  else
    return null;
  end if;
  update portal.payment_exception set came_kobo = came, said = words,
    "closedAt" = null, closedby = null, outcome = null,
    takenby = case when "closedAt" is null then takenby end, "takenAt" = case when "closedAt" is null then "takenAt" end,
    version = version + 1, "updatedAt" = now()
  where subject = 'payment:' || p._id and kind = 'Provider differs' and (came_kobo, said) is distinct from (came, words);
  perform portal.open_payment_exception('Provider differs', 'payment:' || p._id, p._id, p.rrr, p.payername, p.jamb,
    came, p.amount_kobo, words, new.at);
  return null;
end $$;

-- Money that goes out under the reference of a payment is what was paid out of it, where it is as much.
create or replace view portal.statement_judged as
select l._id, p._id as payment,
  case when l.amount_kobo > 0 then booked.came else booked.went end as booked_kobo,
  answered.amount_kobo as answered_kobo,
  case
    when p._id is null then case when l.amount_kobo > 0 then 'Unknown reference' else 'Paid out' end
    when l.amount_kobo < 0 then case when booked.went is null and exists (
        select from portal.withdrawal w where w.payment = p._id and w.state = 'Paid out' and w.amount_kobo = -l.amount_kobo)
        then 'Paid out'
      when booked.went is null then 'Taken back'
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

-- Of a payment that was verified once: whether its receipt proves that what it names was paid for.
create function portal.receipt_standing(state text, surplus text, creditused text, amount bigint, withdrawn bigint)
returns text language sql immutable as $$
  select case when state = 'REVERSED' then 'Void'
    when surplus is null then case when withdrawn = 0 then 'Valid' when withdrawn < amount then 'Part withdrawn' else 'Withdrawn' end
    when creditused = 'refunded' then 'Given back' when creditused = 'applied' then 'Credit applied'
    else 'Kept as credit' end
$$;
drop index portal.payment_reference_by_receipt;
create index payment_reference_by_receipt on portal.payment_reference
  (portal.receipt_standing(state, surplus, creditused, amount_kobo, withdrawn_kobo), "verifiedAt", _id) where "verifiedAt" is not null;
create or replace view portal.receipt_line as
select p._id, p."verifiedAt" as "createdAt", p.rrr, p.payername, p.jamb, p.purpose, p.programme, p.session, p.amount_kobo, j.day,
  portal.receipt_standing(p.state, p.surplus, p.creditused, p.amount_kobo, p.withdrawn_kobo) as standing, p.applicationcode, p.search,
  p.payer, p.matric, p.withdrawn_kobo
from portal.payment_reference p
left join portal.ledger_journal j on j.payment = p._id and j.kind = 'paid'
where p."verifiedAt" is not null;
drop function portal.receipt_standing(text, text, text);
