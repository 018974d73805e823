-- The money desk: every payment found by what people know of it, what waits for a decision, and corrections by two people.

alter table portal.payment_reference
  -- Of the payer's account, when the reference was made.
  add column jamb text not null default '',
  -- The correction that made it paid, or none: the provider did.
  add column correction uuid,
  -- What became of money that bought nothing.
  add column creditused text constraint payment_reference_creditused check (creditused in ('refunded', 'applied')),
  add constraint payment_reference_creditused_spare check (creditused is null or surplus is not null or state = 'SUSPENSE');
update portal.payment_reference p set jamb = a.jamb from portal.applicant a where a._id = p.applicant;
alter table portal.payment_reference add column search text not null generated always as (
  lower(' ' || coalesce(rrr || ' ' || substr(rrr, 1, 4) || '-' || substr(rrr, 5, 4) || '-' || substr(rrr, 9, 4), '') || ' ' || jamb
    || ' ' || payername || ' +' || payerphone || ' 0' || substr(payerphone, 4) || ' ' || payeremail || ' ' || orderid
    || ' ' || coalesce(applicationcode, ''))
) stored;
create index payment_reference_search on portal.payment_reference using gin (search gin_trgm_ops);
create index payment_reference_by_createdat on portal.payment_reference ("createdAt", _id);
create index payment_reference_by_state on portal.payment_reference (state, "createdAt", _id);
create index payment_reference_by_purpose on portal.payment_reference (purpose, "createdAt", _id);
create index payment_reference_by_programme on portal.payment_reference (programme, "createdAt", _id);
create index payment_reference_by_session on portal.payment_reference (session, "createdAt", _id);
create index payment_reference_by_surplus on portal.payment_reference (surplus, "createdAt", _id) where surplus is not null;
create index payment_reference_by_verifiedat on portal.payment_reference ("verifiedAt", _id) where "verifiedAt" is not null;

create function portal.name_payer() returns trigger language plpgsql as $$
begin
  new.jamb := (select a.jamb from portal.applicant a where a._id = new.applicant);
  return new;
end $$;
create trigger payment_reference_jamb before insert on portal.payment_reference
  for each row execute function portal.name_payer();

-- One question about many references, so that whoever asked sees the answers as they come.
create table portal.payment_requery (
  _id uuid primary key,
  staff uuid not null constraint payment_requery_staff references portal.staff,
  payments uuid[] not null constraint payment_requery_payments check (cardinality(payments) between 1 and 1000),
  "createdAt" timestamptz not null default now()
);
create trigger payment_requery_append_only before update or delete or truncate on portal.payment_requery
  for each statement execute function portal.refuse_change();

-- What one member of staff proposes, with evidence, and another approves. It is the only way by which people change what a
-- payment is; payment-correction.kinds.contract.ts holds the same kinds.
create table portal.payment_correction (
  _id uuid primary key,
  payment uuid not null constraint payment_correction_payment references portal.payment_reference,
  kind text not null constraint payment_correction_kind check (
    kind in ('Confirm paid', 'Put aside', 'Reverse', 'Refund', 'Apply credit', 'Refuse reference')
  ),
  -- Where the payment stood when it was proposed: if it stands elsewhere, something else has happened.
  fromstate text not null,
  reason text not null constraint payment_correction_reason check (char_length(reason) between 10 and 500),
  evidence uuid not null constraint payment_correction_evidence references portal.stored_file,
  -- What came, by the evidence; of a refund or an applied credit, what is given.
  came_kobo bigint constraint payment_correction_came check (came_kobo > 0),
  -- The day of the payment in Lagos, by the evidence.
  paidon date,
  -- Of the refund.
  voucher text constraint payment_correction_voucher check (char_length(voucher) between 2 and 60),
  -- The open reference that a credit pays.
  target uuid constraint payment_correction_target references portal.payment_reference,
  proposedby uuid not null constraint payment_correction_proposedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  -- Overtaken: the payment has moved on before anybody decided.
  state text not null default 'Proposed' constraint payment_correction_state check (
    state in ('Proposed', 'Approved', 'Refused', 'Withdrawn', 'Overtaken')
  ),
  decidedby uuid constraint payment_correction_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint payment_correction_decision check (char_length(decision) between 2 and 500),
  -- As they stood when it was proposed, for the list.
  rrr text,
  payername text not null,
  jamb text not null,
  search text not null generated always as (
    lower(' ' || coalesce(rrr || ' ' || substr(rrr, 1, 4) || '-' || substr(rrr, 5, 4) || '-' || substr(rrr, 9, 4), '') || ' ' || jamb
      || ' ' || payername || ' ' || reason || ' ' || coalesce(voucher, ''))
  ) stored,
  constraint payment_correction_two_people check (state not in ('Approved', 'Refused') or decidedby <> proposedby),
  constraint payment_correction_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint payment_correction_decider check ((state in ('Approved', 'Refused', 'Withdrawn')) = (decidedby is not null)),
  constraint payment_correction_confirms check ((kind = 'Confirm paid') = (paidon is not null)),
  constraint payment_correction_amount check ((kind in ('Confirm paid', 'Refund', 'Apply credit')) = (came_kobo is not null)),
  constraint payment_correction_refunds check ((kind = 'Refund') = (voucher is not null)),
  constraint payment_correction_applies check ((kind = 'Apply credit') = (target is not null)),
  constraint payment_correction_other check (target <> payment)
);
-- One proposal at a time, for a payment and for what a credit would pay.
create unique index payment_correction_one_proposed on portal.payment_correction (payment) where state = 'Proposed';
create unique index payment_correction_one_target on portal.payment_correction (target) where state = 'Proposed';
create index payment_correction_of on portal.payment_correction (payment, "createdAt");
create index payment_correction_target_of on portal.payment_correction (target) where target is not null;
create index payment_correction_search on portal.payment_correction using gin (search gin_trgm_ops);
create index payment_correction_by_createdat on portal.payment_correction ("createdAt", _id);
create index payment_correction_by_state on portal.payment_correction (state, "createdAt", _id);
create index payment_correction_by_kind on portal.payment_correction (kind, "createdAt", _id);
create index payment_correction_by_proposedby on portal.payment_correction (proposedby, "createdAt", _id);
create trigger payment_correction_kept before delete or truncate on portal.payment_correction
  for each statement execute function portal.refuse_change();

create function portal.guard_payment_correction() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'Proposed' then
      raise exception 'a correction begins as a proposal';
    end if;
    return new;
  end if;
  if old.state <> 'Proposed' or
    (new._id, new.payment, new.kind, new.fromstate, new.reason, new.evidence, new.came_kobo, new.paidon, new.voucher, new.target,
      new.proposedby, new."createdAt", new.rrr, new.payername, new.jamb)
    is distinct from
    (old._id, old.payment, old.kind, old.fromstate, old.reason, old.evidence, old.came_kobo, old.paidon, old.voucher, old.target,
      old.proposedby, old."createdAt", old.rrr, old.payername, old.jamb) then
    raise exception 'a correction is decided once, and what was proposed does not change';
  end if;
  return new;
end $$;
create trigger payment_correction_guard before insert or update on portal.payment_correction
  for each row execute function portal.guard_payment_correction();

alter table portal.payment_reference
  add constraint payment_reference_correction foreign key (correction) references portal.payment_correction,
  add constraint payment_reference_correction_once unique (correction),
  add constraint payment_reference_correction_paid check (correction is null or state in ('PAID', 'REVERSED'));
alter table portal.payment_event
  add column correction uuid constraint payment_event_correction references portal.payment_correction;

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
  if (new._id, new.applicant, new.purpose, new.programme, new.session, new.acceptanceof, new.orderid, new.servicetypeid,
      new.amount_kobo, new.items, new.payername, new.payeremail, new.payerphone, new.jamb, new.description, new."createdAt")
    is distinct from
     (old._id, old.applicant, old.purpose, old.programme, old.session, old.acceptanceof, old.orderid, old.servicetypeid,
      old.amount_kobo, old.items, old.payername, old.payeremail, old.payerphone, old.jamb, old.description, old."createdAt")
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

-- A place whose payment was taken back is paid anew, and stands on that payment from then on.
drop trigger acceptance_append_only on portal.acceptance;
create trigger acceptance_append_only before delete or truncate on portal.acceptance
  for each statement execute function portal.refuse_change();
create function portal.guard_acceptance() returns trigger language plpgsql as $$
begin
  if (new.application, new.applicant, new.programme, new.session, new."createdAt")
    is distinct from (old.application, old.applicant, old.programme, old.session, old."createdAt")
    or not exists (select from portal.payment_reference where _id = old.payment and state = 'REVERSED')
    or not exists (select from portal.payment_reference where _id = new.payment and acceptanceof = old.application) then
    raise exception 'acceptance is append-only, but for a payment that was taken back';
  end if;
  return new;
end $$;
create trigger acceptance_guard before update on portal.acceptance
  for each row execute function portal.guard_acceptance();

-- What is given back by voucher is refunded; what moves from one payment to another passes through transfer, which is always 0.
alter table portal.ledger_entry drop constraint ledger_entry_account, add constraint ledger_entry_account check (
  account in ('provider', 'application-fee', 'acceptance-fee', 'suspense', 'credit', 'refunded', 'transfer')
);
-- again: the provider has money for a reference that a credit had paid.
alter table portal.ledger_journal drop constraint ledger_journal_kind, add constraint ledger_journal_kind check (
  kind in ('paid', 'held', 'again', 'refunded', 'applied', 'reversed')
);

-- What may wait for the desk. byword: its own word is enough to be done with it; else the payment must move. bystate: it is so as
-- long as the payment stands there, and closes by itself. payment-exception.kinds.contract.ts holds the same kinds.
create table portal.payment_exception_kind (
  kind text primary key,
  byword boolean not null,
  bystate boolean not null
);
insert into portal.payment_exception_kind (kind, byword, bystate) values
  ('Wrong amount', false, true),
  ('Answer differs', false, true),
  ('Reference unclear', false, true),
  ('Put aside', true, true),
  ('Paid twice', true, true),
  ('Paid late', true, true),
  ('Paid for another place', true, true),
  ('Paid for a recalled offer', true, true),
  ('Overpaid', true, true),
  ('Old reference paid', true, true),
  ('Taken back after use', true, true),
  ('Provider differs', true, false),
  ('Unknown notification', true, false);

-- One row for each thing that waits, or waited. Other nouns open theirs with open_payment_exception and a kind of their own.
create table portal.payment_exception (
  _id uuid primary key,
  kind text not null constraint payment_exception_kind references portal.payment_exception_kind,
  -- What it is about, as the audit names things: `payment:<_id>`, `notification:<digest>`. One of a kind for each.
  subject text not null,
  payment uuid constraint payment_exception_payment references portal.payment_reference,
  rrr text,
  -- Whose, as far as it is known.
  name text not null default '',
  jamb text not null default '',
  -- What came, and what was asked for; null where nobody knows.
  came_kobo bigint,
  asked_kobo bigint,
  -- What is known, in one sentence.
  said text not null default '',
  -- Since when it is so.
  "createdAt" timestamptz not null default now(),
  takenby uuid constraint payment_exception_takenby references portal.staff,
  "takenAt" timestamptz,
  "closedAt" timestamptz,
  -- Null: it closed by what happened.
  closedby uuid constraint payment_exception_closedby references portal.staff,
  outcome text,
  version integer not null default 1,
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (
    lower(' ' || coalesce(rrr || ' ' || substr(rrr, 1, 4) || '-' || substr(rrr, 5, 4) || '-' || substr(rrr, 9), '') || ' ' || jamb
      || ' ' || name || ' ' || said)
  ) stored,
  constraint payment_exception_once unique (subject, kind),
  constraint payment_exception_taken check ((takenby is null) = ("takenAt" is null)),
  constraint payment_exception_closed check (("closedAt" is null) = (outcome is null))
);
create index payment_exception_of on portal.payment_exception (payment);
create index payment_exception_search on portal.payment_exception using gin (search gin_trgm_ops);
create index payment_exception_open on portal.payment_exception ("createdAt", _id) where "closedAt" is null;
create index payment_exception_open_by_kind on portal.payment_exception (kind, "createdAt", _id) where "closedAt" is null;
create index payment_exception_open_by_takenby on portal.payment_exception (takenby, "createdAt", _id) where "closedAt" is null;
create index payment_exception_shut on portal.payment_exception ("closedAt", _id) where "closedAt" is not null;
create index payment_exception_shut_by_kind on portal.payment_exception (kind, "closedAt", _id) where "closedAt" is not null;
create index payment_exception_shut_by_closedby on portal.payment_exception (closedby, "closedAt", _id) where "closedAt" is not null;
create trigger payment_exception_kept before delete or truncate on portal.payment_exception
  for each statement execute function portal.refuse_change();

create view portal.open_payment_exception as
  select _id, "createdAt", kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, takenby, "takenAt", search
  from portal.payment_exception where "closedAt" is null;
create view portal.shut_payment_exception as
  select _id, "closedAt" as "createdAt", "createdAt" as since, kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said,
    closedby, outcome, search
  from portal.payment_exception where "closedAt" is not null;

-- Who decided what about one, and why: closed, or opened again.
create table portal.exception_decision (
  _id uuid primary key,
  exception uuid not null constraint exception_decision_exception references portal.payment_exception,
  deed text not null constraint exception_decision_deed check (deed in ('close', 'reopen')),
  staff uuid not null constraint exception_decision_staff references portal.staff,
  reason text not null constraint exception_decision_reason check (char_length(reason) between 2 and 500),
  "createdAt" timestamptz not null default now()
);
create index exception_decision_of on portal.exception_decision (exception, "createdAt");
create trigger exception_decision_append_only before update or delete or truncate on portal.exception_decision
  for each statement execute function portal.refuse_change();

create function portal.guard_payment_exception() returns trigger language plpgsql as $$
begin
  if (new._id, new.kind, new.subject, new.payment, new."createdAt")
    is distinct from (old._id, old.kind, old.subject, old.payment, old."createdAt") then
    raise exception 'what an exception is about does not change';
  end if;
  -- A person who closes one has left a decision in the same transaction.
  if new.closedby is not null and old."closedAt" is null and not exists (
    select from portal.exception_decision d join portal.payment_exception_kind k on k.kind = new.kind and k.byword
    where d.exception = new._id and d.staff = new.closedby and d.deed = 'close' and d."createdAt" = now()) and not exists (
    select from portal.payment_correction where payment = new.payment and state = 'Approved' and decidedby = new.closedby
      and "decidedAt" = now()) then
    raise exception 'an exception is closed by a decision';
  end if;
  return new;
end $$;
create trigger payment_exception_guard before update on portal.payment_exception
  for each row execute function portal.guard_payment_exception();

-- Opens an exception, unless there was one of the kind for the same: then nothing is changed.
create function portal.open_payment_exception(
  kind text, subject text, payment uuid, rrr text, name text, jamb text, came_kobo bigint, asked_kobo bigint, said text,
  since timestamptz
) returns void language sql as $$
  insert into portal.payment_exception (_id, kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, "createdAt")
  values (gen_random_uuid(), kind, subject, payment, rrr, coalesce(name, ''), coalesce(jamb, ''), came_kobo, asked_kobo, said, since)
  on conflict on constraint payment_exception_once do nothing
$$;

create function portal.credit_of(payment_id uuid) returns bigint language sql stable as $$
  select coalesce(-sum(e.amount_kobo), 0)::bigint from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
  where j.payment = payment_id and e.account = 'credit'
$$;

-- What a payment waits for, by where it stands; null for nothing.
create function portal.waits_for(p portal.payment_reference, e portal.payment_event) returns text language sql stable as $$
  select case
    when p.state = 'HELD' then case
      when e.amount_kobo is not null and e.amount_kobo <> p.amount_kobo and e.rrr = p.rrr and e.orderid = p.orderid then 'Wrong amount'
      else 'Answer differs' end
    when p.state = 'PARKED' then 'Reference unclear'
    when p.state = 'SUSPENSE' and p.creditused is null then 'Put aside'
    when p.state = 'PAID' and portal.credit_of(p._id) > 0 then case p.surplus
      when 'late' then 'Paid late' when 'other-place' then 'Paid for another place' when 'second' then 'Paid twice'
      when 'recalled' then 'Paid for a recalled offer'
      else case when exists (select from portal.ledger_journal where payment = p._id and kind = 'again') then 'Paid twice'
        else 'Overpaid' end end
    when p.state = 'PAID' and p.surplus is null and e.fromstate in ('CANCELLED', 'EXPIRED') and e.correction is null
      then 'Old reference paid'
    when p.state = 'REVERSED' and (p.application is not null
      or exists (select from portal.acceptance where payment = p._id)) then 'Taken back after use'
  end
$$;

-- Opens and closes what a payment waits for, and lets proposals go that it has overtaken. At the end of the transaction, because
-- one deed may touch a payment more than once.
create function portal.follow_payment(payment_id uuid) returns void language plpgsql as $$
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
end $$;

create function portal.payment_moved() returns trigger language plpgsql as $$
begin
  perform portal.follow_payment(new._id);
  return null;
end $$;
create constraint trigger payment_reference_moved after update on portal.payment_reference
  deferrable initially deferred for each row
  when (old.state is distinct from new.state and new.state not in ('REQUESTING', 'UNKNOWN')
    or old.surplus is distinct from new.surplus or old.creditused is distinct from new.creditused)
  execute function portal.payment_moved();

create function portal.credit_booked() returns trigger language plpgsql as $$
begin
  perform portal.follow_payment((select payment from portal.ledger_journal where _id = new.journal));
  return null;
end $$;
create constraint trigger ledger_entry_credit after insert on portal.ledger_entry
  deferrable initially deferred for each row when (new.account = 'credit') execute function portal.credit_booked();

-- What the provider says of a payment that is settled here and stands otherwise there.
create function portal.provider_said() returns trigger language plpgsql as $$
declare
  p portal.payment_reference;
  e portal.payment_event;
begin
  select * into p from portal.payment_reference where _id = new.payment;
  select * into e from portal.payment_event where _id = p.evidence;
  if p.state = 'REVERSED' or p.state = 'PAID' and
    (new.rrr, new.orderid, new.amount_kobo) is distinct from (p.rrr, p.orderid, coalesce(e.amount_kobo, p.amount_kobo)) then
    perform portal.open_payment_exception('Provider differs', 'payment:' || p._id, p._id, p.rrr, p.payername, p.jamb,
      new.amount_kobo, p.amount_kobo, 'The provider says paid, otherwise than it stands here', new.at);
  end if;
  return null;
end $$;
create trigger payment_event_differs after insert on portal.payment_event
  for each row when (new.kind = 'paid' and new.tostate is null) execute function portal.provider_said();

-- A notification that names nothing of ours, or a reference that was refused.
create function portal.notified_unknown() returns trigger language plpgsql as $$
begin
  if new.payment is null or exists (select from portal.payment_reference where _id = new.payment and state = 'REFUSED') then
    perform portal.open_payment_exception('Unknown notification', 'notification:' || encode(new.digest, 'hex'), new.payment, new.rrr,
      '', '', null, null, 'Order ' || coalesce(new.orderid, 'not named'),
      (select "receivedAt" from portal.payment_notification where _id = new.notification));
  end if;
  return null;
end $$;
create trigger payment_notification_item_unknown after insert on portal.payment_notification_item
  for each row execute function portal.notified_unknown();
create index payment_notification_item_digest on portal.payment_notification_item (digest);
create index payment_notification_item_rrr on portal.payment_notification_item (rrr);

-- What waits today.
select portal.follow_payment(_id) from portal.payment_reference
  where state in ('HELD', 'PARKED', 'SUSPENSE', 'REVERSED') or surplus is not null;
select portal.open_payment_exception('Unknown notification', 'notification:' || encode(i.digest, 'hex'), i.payment, i.rrr, '', '',
  null, null, 'Order ' || coalesce(i.orderid, 'not named'), n."receivedAt")
from portal.payment_notification_item i join portal.payment_notification n on n._id = i.notification
where i.payment is null order by n."receivedAt";
