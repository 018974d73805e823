-- What waits for the desk is seen to wait, and what was closed can be proved.

-- What a payment waits for at the desk, by where it stands now; null for nothing. For the check that looks for what nobody sees.
create function portal.waits_now(payment_id uuid) returns text language sql stable as $$
  select portal.waits_for(p, e) from portal.payment_reference p left join portal.payment_event e on e._id = p.evidence
  where p._id = payment_id
$$;

-- Deletes the files of an applicant that nothing names, and says how many. The photograph of the account is needed until
-- there is an application, and stands in each of these by itself.
create function portal.drop_unused_files(owner_id uuid) returns integer language plpgsql as $$
declare
  one uuid;
  dropped integer := 0;
begin
  update portal.applicant set photo = null
    where _id = owner_id and not exists (select from portal.application where applicant = owner_id);
  for one in select _id from portal.stored_file where owner = owner_id loop
    begin
      delete from portal.stored_file where _id = one;
      dropped := dropped + 1;
    exception when foreign_key_violation then
      null; -- something rests on it
    end;
  end loop;
  return dropped;
end $$;

-- What a closing signed is kept with it: after the day is opened again, its lines are no more what the former hash was taken of.
-- Null where a day was opened again before this was kept.
alter table portal.day_book add column text text;
alter table portal.day_book disable trigger day_book_guard;
update portal.day_book set text = portal.book_text(day, before)
  where reopening is null and hash = portal.book_hash(day, before);
alter table portal.day_book enable trigger day_book_guard;

create or replace function portal.guard_day_book() returns trigger language plpgsql as $$
declare
  closed date;
begin
  if tg_op = 'UPDATE' then
    if old.reopening is not null or new.reopening is null
      or (new._id, new.day, new.hash, new.before, new.lines, new.totals, new.closedby, new."closedAt", new.text)
        is distinct from
         (old._id, old.day, old.hash, old.before, old.lines, old.totals, old.closedby, old."closedAt", old.text) then
      raise exception 'a closed day is opened again, and nothing else of it changes';
    end if;
    return new;
  end if;
  select max(day) into closed from portal.day_book where reopening is null;
  if new.day <= closed or exists (
    select from portal.ledger_journal where day < new.day and (closed is null or day > closed)) then
    raise exception 'days are closed in their order' using errcode = '23514', constraint = 'day_book_order';
  end if;
  if new.day > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'a day is closed once it has begun' using errcode = '23514', constraint = 'day_book_begun';
  end if;
  return new;
end $$;

-- What the provider says of a payment that is settled here and stands otherwise there. It waits once for each thing that it says:
-- what somebody has settled waits again when another sum or reference is named, or the payment stands elsewhere.
create or replace function portal.provider_said() returns trigger language plpgsql as $$
declare
  p portal.payment_reference;
  e portal.payment_event;
  words text;
begin
  select * into p from portal.payment_reference where _id = new.payment;
  select * into e from portal.payment_event where _id = p.evidence;
  if p.state = 'REVERSED' or p.state = 'PAID' and
    (new.rrr, new.orderid, new.amount_kobo) is distinct from (p.rrr, p.orderid, coalesce(e.amount_kobo, p.amount_kobo)) then
    words := 'The provider says paid, otherwise than it stands here'
      || case when p.state = 'REVERSED' then ': it was taken back' else '' end
      || case when new.rrr <> p.rrr then '. It names the reference ' || new.rrr else '' end
      || case when new.orderid <> p.orderid then '. It names the order ' || new.orderid else '' end;
    update portal.payment_exception set came_kobo = new.amount_kobo, said = words,
      "closedAt" = null, closedby = null, outcome = null,
      takenby = case when "closedAt" is null then takenby end, "takenAt" = case when "closedAt" is null then "takenAt" end,
      version = version + 1, "updatedAt" = now()
    where subject = 'payment:' || p._id and kind = 'Provider differs' and (came_kobo, said) is distinct from (new.amount_kobo, words);
    perform portal.open_payment_exception('Provider differs', 'payment:' || p._id, p._id, p.rrr, p.payername, p.jamb,
      new.amount_kobo, p.amount_kobo, words, new.at);
  end if;
  return null;
end $$;

-- A place that stands on another payment now: the one that was taken back waits for nothing any more.
create function portal.place_paid_anew() returns trigger language plpgsql as $$
begin
  update portal.payment_exception set "closedAt" = now(), outcome = 'By itself: the place was paid anew',
    version = version + 1, "updatedAt" = now()
  where payment = old.payment and kind = 'Taken back after use' and "closedAt" is null
    and not exists (select from portal.acceptance where payment = old.payment)
    and not exists (select from portal.payment_reference where _id = old.payment and application is not null);
  return null;
end $$;
create trigger acceptance_paid_anew after update on portal.acceptance
  for each row when (old.payment is distinct from new.payment) execute function portal.place_paid_anew();
update portal.payment_exception x set "closedAt" = now(), outcome = 'By itself: the place was paid anew',
  version = version + 1, "updatedAt" = now()
where kind = 'Taken back after use' and "closedAt" is null
  and not exists (select from portal.acceptance where payment = x.payment)
  and not exists (select from portal.payment_reference where _id = x.payment and application is not null);

-- Whether a payment bought what it is for: what the dashboard counts as paid, and its links lead to.
alter table portal.payment_reference add column bought boolean not null
  generated always as (state = 'PAID' and surplus is null) stored;
create index payment_reference_by_bought on portal.payment_reference (bought, "createdAt", _id);

-- Of an account that is gone in this moment there is no number: the reference to it refuses the payment, as it should.
create or replace function portal.name_payer() returns trigger language plpgsql as $$
begin
  new.jamb := coalesce((select a.jamb from portal.applicant a where a._id = new.applicant), '');
  return new;
end $$;
