-- An application fee that is paid after applications have closed buys nothing: it is credit, and waits at the money desk.

alter table portal.payment_reference
  drop constraint payment_reference_surplus,
  add constraint payment_reference_surplus check (surplus in ('second', 'late', 'closed', 'other-place', 'recalled'));

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
    when p.state = 'PAID' and p.surplus is null and e.fromstate in ('CANCELLED', 'EXPIRED') and e.correction is null
      then 'Old reference paid'
    when p.state = 'REVERSED' and (p.application is not null
      or exists (select from portal.acceptance where payment = p._id)) then 'Taken back after use'
  end
$$;

-- What the provider says of a payment that is settled here and stands otherwise there: paid otherwise, or not paid. It waits
-- once for each thing that it says. What a reconciliation asks about it tells itself; and what two people alone have said is
-- paid, the provider need not know.
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
  elsif new.kind <> 'paid' and p.state = 'PAID' and p.correction is null and p."askedAt" > p."verifiedAt" and not exists (
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
drop trigger payment_event_differs on portal.payment_event;
create trigger payment_event_differs after insert on portal.payment_event
  for each row when (new.kind in ('paid', 'open', 'cancelled', 'notFound') and new.tostate is null)
  execute function portal.provider_said();
