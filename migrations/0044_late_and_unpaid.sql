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
