-- Whoever gives an application up, or is offered a place on it, waits for no other programme any more: what was asked for or proposed
-- is off, and an answer comes too late.
create function portal.end_moves() returns trigger language plpgsql as $$
begin
  update portal.programme_move set state = case state when 'Offered' then 'Lapsed' else 'Withdrawn' end,
    "answeredAt" = now(), version = version + 1
  where application = new.application and state in ('Asked', 'Proposed', 'Offered');
  return null;
end $$;
create trigger offer_ends_moves after insert on portal.offer for each row execute function portal.end_moves();
create trigger departure_ends_moves after insert on portal.departure for each row execute function portal.end_moves();

update portal.programme_move m set state = case state when 'Offered' then 'Lapsed' else 'Withdrawn' end,
  "answeredAt" = now(), version = version + 1
where m.state in ('Asked', 'Proposed', 'Offered')
  and (exists (select from portal.offer o where o.application = m.application)
    or exists (select from portal.departure d where d.application = m.application and d.state <> 'Reinstated'));
