-- A seat goes with the student whose change of combination comes into force: the counter of seats, which releases and
-- replacements read and which refuses one too many, sees it.

-- A row for each seat that is held: by an offer that was not freed, until its student has changed; and by whoever came by a change
-- and has not changed again. Who was brought in by a file holds none until then.
create view portal.held_seat as
  select o.session, o.programme from portal.offer o
  where o."freedAt" is null and not exists (
    select from portal.student s join portal.combination_change c on c.student = s._id
    where s.application = o.application and c.state = 'In force')
  union all
  select c.session, c.programme from portal.combination_change c
  where c.state = 'In force' and c.session is not null and not exists (
    select from portal.combination_change later
    where later.student = c.student and later.state = 'In force' and later."movedAt" > c."movedAt");
create index combination_change_held on portal.combination_change (session, programme) where state = 'In force';

create function portal.move_seat(session uuid, programme uuid, by integer, accepted boolean) returns void language plpgsql as $$
begin
  for attempt in 1..2 loop
    update portal.intake i set
      taken = taken + by,
      -- An acceptance takes a seat back that was given on, and stands even when there is none.
      beyond = beyond + case when by = 1 and move_seat.accepted and taken + 1 - beyond > seats then 1 else 0 end
    where i.session = move_seat.session and i.programme = move_seat.programme;
    exit when found;
    -- An intake that is made in this moment waits for this, or this one for it.
    perform pg_advisory_xact_lock(hashtext('intake ' || move_seat.session || move_seat.programme));
  end loop;
end $$;

create or replace function portal.hold_seat() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op <> 'INSERT' and old."freedAt" is null then 1 else 0 end;
  is_now integer := case when tg_op <> 'DELETE' and new."freedAt" is null then 1 else 0 end;
  place record;
begin
  place := case when tg_op = 'DELETE' then old else new end;
  if was = is_now or exists (
    select from portal.student s join portal.combination_change c on c.student = s._id
    where s.application = place.application and c.state = 'In force') then
    return null;
  end if;
  perform portal.move_seat(place.session, place.programme, is_now - was, place.accepted);
  return null;
end $$;

create or replace function portal.count_intake() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.session, new.programme) is distinct from (old.session, old.programme) then
    -- An offer for a programme that has no intake yet, made in this moment, waits for this one, or this one for it.
    perform pg_advisory_xact_lock(hashtext('intake ' || new.session || new.programme));
    new.taken := (select count(*) from portal.held_seat where session = new.session and programme = new.programme);
    new.beyond := 0;
  end if;
  -- Never more than lie over the seats: a seat that becomes free is theirs first.
  new.beyond := greatest(0, least(new.beyond, new.taken - coalesce(new.seats, new.taken)));
  return new;
end $$;

-- The seat that is left becomes free: that of the change before, or else that of the offer.
create function portal.change_seat() returns trigger language plpgsql as $$
declare
  place record;
begin
  select c.session, c.programme into place from portal.combination_change c
  where c.student = new.student and c._id <> new._id and c.state = 'In force' order by c."movedAt" desc limit 1;
  if not found then
    select o.session, o.programme into place from portal.student s join portal.offer o on o.application = s.application
    where s._id = new.student and o."freedAt" is null;
  end if;
  if place.session is not null then
    perform portal.move_seat(place.session, place.programme, -1, false);
  end if;
  if new.session is not null then
    perform portal.move_seat(new.session, new.programme, 1, false);
  end if;
  return null;
end $$;
create trigger combination_change_seat after update on portal.combination_change
  for each row when (new.state = 'In force' and old.state <> 'In force') execute function portal.change_seat();

-- What has changed until now is counted; whoever came to a programme that has given its seats on meanwhile lies over them.
update portal.intake i set taken = held.count, beyond = greatest(i.beyond, held.count - coalesce(i.seats, held.count))
from (select i._id, (select count(*) from portal.held_seat h where (h.session, h.programme) = (i.session, i.programme))::int as count
  from portal.intake i) held
where held._id = i._id and held.count <> i.taken;
