-- A sponsorship that is approved and never paid is called off: nothing is promised by it any more. Who pays it all the same has it
-- as credit.

alter table portal.sponsorship drop constraint sponsorship_state, add constraint sponsorship_state check (
  state in ('Proposed', 'Approved', 'Paid', 'Taken back', 'Called off', 'Declined', 'Withdrawn')
);

create or replace function portal.guard_sponsorship() returns trigger language plpgsql as $$
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
    or (old.state = 'Approved' and new.state in ('Paid', 'Called off'))
    or (old.state = 'Paid' and new.state = 'Taken back')
    or (old.state = 'Taken back' and new.state = 'Paid')) then
    raise exception 'a sponsorship does not go from % to %', old.state, new.state;
  end if;
  return new;
end $$;

alter table portal.payment_reference drop constraint payment_reference_surplus, add constraint payment_reference_surplus check (
  surplus in ('second', 'late', 'closed', 'other-place', 'recalled', 'withdrawn', 'called-off')
);

insert into portal.payment_exception_kind (kind, byword, bystate) values ('Paid after calling off', true, true);

create or replace function portal.waits_for(p portal.payment_reference, e portal.payment_event) returns text language sql stable as $$
  select case
    when p.state = 'HELD' then case
      when e.amount_kobo is not null and e.amount_kobo <> p.amount_kobo and e.rrr = p.rrr and e.orderid = p.orderid then 'Wrong amount'
      else 'Answer differs' end
    when p.state = 'PARKED' then 'Reference unclear'
    when p.state = 'SUSPENSE' and p.creditused is null then 'Put aside'
    when p.state = 'PAID' and portal.credit_of(p._id) > 0 then case p.surplus
      when 'late' then 'Paid late' when 'closed' then 'Paid late' when 'other-place' then 'Paid for another place' when 'second' then 'Paid twice'
      when 'recalled' then 'Paid for a recalled offer' when 'called-off' then 'Paid after calling off'
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
