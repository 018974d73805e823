-- What is paid beyond a bill is its payer's credit, in the books too, and stays right when the bill grows or shrinks.

-- Of a payment that counts, what was taken out of it again.
alter table portal.bill_payment
  add column withdrawn_kobo bigint not null default 0
    constraint bill_payment_withdrawn check (withdrawn_kobo between 0 and amount_kobo);

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
  if old."takenbackAt" is not null or less < 0 or new."takenbackAt" is not null and new.withdrawn_kobo <> old.withdrawn_kobo
    or (new.payment, new.bill, new.amount_kobo, new.paidon, new."createdAt")
      is distinct from (old.payment, old.bill, old.amount_kobo, old.paidon, old."createdAt") then
    raise exception 'of what counts on a bill more is taken out, or all is taken back once, and nothing else of it changes';
  end if;
  update portal.bill set paid_kobo = paid_kobo - less where _id = old.bill;
  return new;
end $$;

-- rebilled: between tuition and credit, as a bill has moved. withdrawn: taken out of a payment by two people.
alter table portal.ledger_journal drop constraint ledger_journal_kind, add constraint ledger_journal_kind check (
  kind in ('paid', 'held', 'again', 'refunded', 'applied', 'reversed', 'rebilled', 'withdrawn')
);
-- Of what may come to a payment several times, which one it is; null for what comes once.
alter table portal.ledger_journal add column part uuid,
  drop constraint ledger_journal_once,
  add constraint ledger_journal_once unique nulls not distinct (payment, kind, part);

-- The payments that count on bills: how much of each, and how much of that the books hold as tuition. The rest is credit.
create view portal.bill_counted as
select p.payment, p.bill, p.paidon, p."createdAt", p.amount_kobo - p.withdrawn_kobo as counted_kobo, coalesce((
    select -sum(e.amount_kobo) from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
    where j.payment = p.payment and e.account = 'tuition-fee'), 0)::bigint as tuition_kobo
from portal.bill_payment p where p."takenbackAt" is null;

-- Books as tuition what of a bill is paid and billed: of the oldest payments when it is more, off the latest when it is less.
create function portal.book_bill(bill_id uuid) returns void language plpgsql as $$
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
  for one in select c.payment, c.counted_kobo, c.tuition_kobo from portal.bill_counted c where c.bill = bill_id
    order by sign(more) * extract(epoch from c."createdAt"), c.payment
  loop
    step := case when more > 0 then least(more, one.counted_kobo - one.tuition_kobo) else greatest(more, -one.tuition_kobo) end;
    if step <> 0 then
      booking := gen_random_uuid();
      insert into portal.ledger_journal (_id, payment, kind, part) values (booking, one.payment, 'rebilled', booking);
      insert into portal.ledger_entry (journal, account, amount_kobo)
        values (booking, 'tuition-fee', -step), (booking, 'credit', step);
      more := more - step;
    end if;
  end loop;
end $$;

create function portal.bill_moved() returns trigger language plpgsql as $$
begin
  perform portal.book_bill(new._id);
  return null;
end $$;
-- At the end of the transaction, when lines and payments stand.
create constraint trigger bill_moved after update on portal.bill deferrable initially deferred for each row
  when (old.billed_kobo is distinct from new.billed_kobo or old.paid_kobo is distinct from new.paid_kobo)
  execute function portal.bill_moved();

insert into portal.payment_exception_kind (kind, byword, bystate) values ('Bill overpaid', true, true);

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
    when p.state = 'REVERSED' and (p.application is not null or p.purpose in ('tuition', 'service') and p.surplus is null
      or exists (select from portal.acceptance where payment = p._id)) then 'Taken back after use'
  end
$$;

-- What had ended by itself and is so again waits again.
create or replace function portal.open_payment_exception(
  kind text, subject text, payment uuid, rrr text, name text, jamb text, came_kobo bigint, asked_kobo bigint, said text,
  since timestamptz
) returns void language sql as $$
  insert into portal.payment_exception as x (_id, kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, "createdAt")
  values (gen_random_uuid(), $1, $2, $3, $4,
    coalesce((select p.payer from portal.payment_reference p where p._id = $3 and p.payername = $5), $5, ''),
    coalesce($6, ''), $7, $8, $9, $10)
  on conflict on constraint payment_exception_once do update set "closedAt" = null, outcome = null, takenby = null,
    "takenAt" = null, version = x.version + 1, "updatedAt" = now()
  where x.kind = 'Bill overpaid' and x."closedAt" is not null and x.closedby is null
$$;

select portal.book_bill(_id) from portal.bill where paid_kobo > 0;

-- A service that was handed out and whose payment the bank took back: since when it is owed.
alter table portal.service_order add column "owedAt" timestamptz
  constraint service_order_owed check ("owedAt" is null or state = 'Collected');
create index service_order_owed on portal.service_order ("owedAt", _id) where "owedAt" is not null;
update portal.service_order o set "owedAt" = now()
where state = 'Collected' and exists (select from portal.payment_reference p where p._id = o.payment and p.state = 'REVERSED');

-- A service that is paid anew: what was taken back waits for nothing any more.
create function portal.order_paid_anew() returns trigger language plpgsql as $$
begin
  update portal.payment_exception set "closedAt" = now(), outcome = 'By itself: the service was paid anew',
    version = version + 1, "updatedAt" = now()
  where kind = 'Taken back after use' and "closedAt" is null
    and payment in (select _id from portal.payment_reference where serviceorder = new._id and state = 'REVERSED');
  return null;
end $$;
create trigger service_order_paid_anew after update on portal.service_order
  for each row when (new.payment is not null and old.payment is distinct from new.payment)
  execute function portal.order_paid_anew();
