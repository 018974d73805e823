-- A refund that two people agreed to and that could not be paid out: its money is the payer's credit again. And credit is a person's, by
-- whichever account it was paid.

-- The accounts of the person whose account this is: those of records that were found to be one.
create function portal.accounts_of_person(account uuid) returns setof uuid language sql stable as $$
  with own as (select coalesce(s.mergedinto, s._id) as kept from portal.student s where s.applicant = account)
  select account where account is not null
  union select s.applicant from own join portal.student s on s._id = own.kept where s.applicant is not null
  union select s.applicant from own join portal.student s on s.mergedinto = own.kept where s.applicant is not null
$$;

alter table portal.withdrawal
  -- Who found that it cannot be paid out, when and why; and the other one who agreed to it.
  add column unpaidby uuid constraint withdrawal_unpaidby references portal.staff,
  add column "unpaidAt" timestamptz,
  add column unpaidwhy text constraint withdrawal_unpaidwhy check (char_length(unpaidwhy) between 2 and 500),
  add column returnedby uuid constraint withdrawal_returnedby references portal.staff,
  add column "returnedAt" timestamptz,
  drop constraint withdrawal_state,
  add constraint withdrawal_state check (
    state in ('Proposed', 'Approved', 'Paid out', 'Not payable', 'Credit again', 'Moved', 'Declined', 'Taken back', 'Overtaken')
  ),
  drop constraint withdrawal_two_people,
  add constraint withdrawal_two_people check (
    state not in ('Approved', 'Paid out', 'Not payable', 'Credit again', 'Moved', 'Declined') or decidedby <> proposedby
  ),
  add constraint withdrawal_unpaid check (
    num_nonnulls(unpaidby, "unpaidAt", unpaidwhy) = case when state in ('Not payable', 'Credit again') then 3
      when state = 'Overtaken' and unpaidby is not null then 3 else 0 end
  ),
  add constraint withdrawal_returned check (
    num_nonnulls(returnedby, "returnedAt") = case state when 'Credit again' then 2 else 0 end and returnedby <> unpaidby
  );

create or replace function portal.guard_withdrawal() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'decidedby', 'decidedAt', 'decision', 'paidoutby', 'paidoutAt', 'how', 'reference', 'paidouton',
    'unpaidby', 'unpaidAt', 'unpaidwhy', 'returnedby', 'returnedAt', 'version', 'search'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'Proposed' then
      raise exception 'a withdrawal begins as a proposal';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or not (old.state = 'Proposed' and new.state in ('Approved', 'Moved', 'Declined', 'Taken back', 'Overtaken')
      or old.state = 'Approved' and new.state in ('Paid out', 'Not payable', 'Overtaken')
      or old.state = 'Not payable' and new.state in ('Approved', 'Credit again', 'Overtaken')) then
    raise exception 'a withdrawal is decided once and paid out once, and what was proposed does not change';
  end if;
  return new;
end $$;

create function portal.payable_of(payment_id uuid) returns bigint language sql stable as $$
  select coalesce(-sum(e.amount_kobo), 0)::bigint from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
  where j.payment = payment_id and e.account = 'payable'
$$;

-- What of a payment is given up to be paid out by this transaction, in kobo.
create function portal.returned_now(payment_id uuid) returns bigint language sql stable as $$
  select coalesce(sum(amount_kobo), 0)::bigint from portal.withdrawal
  where payment = payment_id and state = 'Credit again' and "returnedAt" = now()
$$;

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

-- What two people took out counts again where it could not be paid out.
create or replace function portal.guard_bill_payment() returns trigger language plpgsql as $$
declare
  less bigint;
begin
  if tg_op = 'INSERT' then
    if new."takenbackAt" is not null or new.withdrawn_kobo <> 0 then
      raise exception 'a payment that counts has not been taken back';
    end if;
    return new;
  end if;
  less := case when new."takenbackAt" is null then new.withdrawn_kobo - old.withdrawn_kobo else old.amount_kobo - old.withdrawn_kobo end;
  if old."takenbackAt" is not null or less < 0 and -less > portal.returned_now(new.payment)
    or new."takenbackAt" is not null and new.withdrawn_kobo <> old.withdrawn_kobo
    or (new.payment, new.bill, new.amount_kobo, new.paidon, new."createdAt")
      is distinct from (old.payment, old.bill, old.amount_kobo, old.paidon, old."createdAt") then
    raise exception 'of what counts on a bill more is taken out, or all is taken back once, and nothing else of it changes';
  end if;
  update portal.bill set paid_kobo = paid_kobo - less where _id = old.bill;
  return new;
end $$;

-- returned: what was taken out and could not be paid out.
alter table portal.ledger_journal drop constraint ledger_journal_kind, add constraint ledger_journal_kind check (
  kind in ('paid', 'held', 'again', 'refunded', 'applied', 'reversed', 'rebilled', 'withdrawn', 'returned')
);

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
  where state in ('Proposed', 'Approved', 'Not payable') and payment = payment_id and p.state <> 'PAID'
    or state = 'Proposed' and target = payment_id and p.state <> 'OPEN';
end $$;

-- As before, and whatever is owed again because it could not be paid out.
create or replace function portal.open_payment_exception(
  kind text, subject text, payment uuid, rrr text, name text, jamb text, came_kobo bigint, asked_kobo bigint, said text,
  since timestamptz
) returns void language sql as $$
  insert into portal.payment_exception as x (_id, kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, "createdAt")
  values (gen_random_uuid(), $1, $2, $3, $4,
    coalesce((select p.payer from portal.payment_reference p where p._id = $3 and p.payername = $5), $5, ''),
    coalesce($6, ''), $7, $8, $9, $10)
  on conflict on constraint payment_exception_once do update set "closedAt" = null, closedby = null, outcome = null,
    takenby = null, "takenAt" = null, version = x.version + 1, "updatedAt" = now()
  where x."closedAt" is not null and (x.kind = 'Bill overpaid'
      and (x.closedby is null or x.outcome like any (array['Refund approved: %', 'Apply credit approved: %']))
    or portal.returned_now($3) > 0)
$$;
