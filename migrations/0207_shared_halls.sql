-- Several examinations share a hall at one time: each is given some of its seats. Without a number an examination has all of it.
alter table portal.examination_hall add column seats integer constraint examination_hall_seats check (seats between 1 and 20000);

-- Who invigilates where two share a hall watches both.
alter table portal.examination_invigilator drop constraint examination_invigilator_free,
  add constraint examination_invigilator_free exclude using gist (date with =, staff with =, room with <>, minutes with &&);

-- What two transactions cannot both see is held by a lock for each hall and date, in the order of halls. Named after
-- examination_hall_timed: it runs when date and minutes are those of the examination.
alter table portal.examination_hall drop constraint examination_hall_free;
create index examination_hall_on_date on portal.examination_hall (date, room);
create function portal.keep_hall_seats() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hall ' || new.room || ' ' || new.date, 0));
  if exists (
    with near as (select h.minutes, h.seats from portal.examination_hall h
      where h.date = new.date and h.room = new.room and h.minutes && new.minutes and h.examination <> new.examination)
    select from near where near.seats is null or new.seats is null
    union all
    -- At the beginning of each that overlaps, and of this one, all that sit then have a seat.
    select from (select lower(near.minutes) as minute from near union all select lower(new.minutes)) moment
      join portal.room r on r._id = new.room
      where moment.minute <@ new.minutes and new.seats
        + (select coalesce(sum(near.seats), 0) from near where moment.minute <@ near.minutes) > coalesce(r.examcapacity, r.capacity))
  then
    raise exception using errcode = 'exclusion_violation', constraint = 'examination_hall_free',
      message = 'examination_hall_free: the seats of a hall are given twice at one time';
  end if;
  return new;
end $$;
create trigger examination_hall_within before insert or update of room, date, minutes, seats on portal.examination_hall
  for each row execute function portal.keep_hall_seats();
