-- Screening: the days on which the college looks at people and their papers, who comes when, and what was seen.

create table portal.screening_day (
  _id uuid primary key,
  session uuid not null constraint screening_day_session references portal.session,
  name text not null constraint screening_day_name check (char_length(name) between 2 and 80),
  day date not null,
  hall text not null constraint screening_day_hall check (char_length(hall) between 2 and 120),
  -- From and until when in Lagos, `08:00`, how long a slot is, and how many come to each.
  starts text not null constraint screening_day_starts check (starts ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ends text not null constraint screening_day_ends check (ends ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  minutes smallint not null constraint screening_day_minutes check (minutes between 5 and 720),
  places smallint not null constraint screening_day_places check (places between 1 and 5000),
  -- Codes of the programmes that it is for, "A, B"; null for every programme.
  programmes text,
  -- The last day on which applicants choose or change their slot; null for until the slot begins.
  bookby date,
  bring text,
  state text not null default 'Planned' constraint screening_day_state check (state in ('Planned', 'Open', 'Closed', 'Cancelled')),
  -- Of all its slots, and how its people stand.
  capacity integer not null default 0,
  booked integer not null default 0,
  attended integer not null default 0,
  absent integer not null default 0,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || hall)) stored,
  constraint screening_day_once unique (session, day, hall, starts),
  constraint screening_day_named unique (session, name),
  constraint screening_day_long_enough check (
    extract(epoch from ends::time - starts::time) / 60 between minutes and minutes * 200),
  constraint screening_day_bookby check (bookby <= day),
  constraint screening_day_counts check (booked >= 0 and attended >= 0 and absent >= 0)
);
create index screening_day_search on portal.screening_day using gin (search gin_trgm_ops);
create index screening_day_by_day on portal.screening_day (day, _id);
create index screening_day_by_createdat on portal.screening_day ("createdAt", _id);
create index screening_day_of_session on portal.screening_day (session, day, _id);

create table portal.screening_slot (
  _id uuid primary key default gen_random_uuid(),
  day uuid not null constraint screening_slot_day references portal.screening_day on delete cascade,
  -- Of its day, from 1.
  number smallint not null,
  starts timestamptz not null,
  ends timestamptz not null,
  places smallint not null,
  booked smallint not null default 0,
  constraint screening_slot_once unique (day, number),
  constraint screening_slot_of_day unique (day, _id),
  -- However many book at once, no slot takes more than it has places.
  constraint screening_slot_places check (booked between 0 and places)
);

create function portal.fit_screening_day() returns trigger language plpgsql as $$
begin
  new.capacity := new.places * floor(extract(epoch from new.ends::time - new.starts::time) / 60 / new.minutes);
  return new;
end $$;
create trigger screening_day_capacity before insert or update of starts, ends, minutes, places on portal.screening_day
  for each row execute function portal.fit_screening_day();

-- The slots of a day follow it: the first stays the first. One that would go while people are booked for it stays, and with it the day.
create function portal.fit_screening_slots() returns trigger language plpgsql as $$
declare
  count integer := new.capacity / new.places;
begin
  perform from portal.screening_slot where day = new._id order by number for update;
  delete from portal.screening_slot where day = new._id and number > count;
  insert into portal.screening_slot (day, number, starts, ends, places)
    select new._id, n, began, began + new.minutes * interval '1 minute', new.places
    from generate_series(1, count) n
      cross join lateral (select (new.day + new.starts::time + (n - 1) * new.minutes * interval '1 minute') at time zone 'Africa/Lagos' as began) at_first
    on conflict on constraint screening_slot_once do update
      set starts = excluded.starts, ends = excluded.ends, places = excluded.places;
  return null;
end $$;
create trigger screening_day_slots after insert or update of day, starts, ends, minutes, places on portal.screening_day
  for each row execute function portal.fit_screening_slots();

-- One for each application that comes, or came. Its `_id` is the application's.
create table portal.screening_booking (
  _id uuid primary key constraint screening_booking_application references portal.application,
  applicant uuid not null,
  day uuid not null constraint screening_booking_day references portal.screening_day,
  -- Null for who came without a booking.
  slot uuid,
  state text not null default 'Booked' constraint screening_booking_state check (state in ('Booked', 'Attended', 'Absent')),
  -- The office, where it placed somebody; null for who chose.
  placedby uuid constraint screening_booking_placedby references portal.staff,
  -- Who took the attendance.
  stateby uuid constraint screening_booking_stateby references portal.staff,
  "stateAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint screening_booking_slot foreign key (day, slot) references portal.screening_slot (day, _id),
  constraint screening_booking_slotted check (slot is not null or state = 'Attended'),
  constraint screening_booking_taken check ((state = 'Booked') = (stateby is null) and (stateby is null) = ("stateAt" is null))
);
create index screening_booking_by_createdat on portal.screening_booking ("createdAt", _id);
create index screening_booking_of_day on portal.screening_booking (day, state, "createdAt", _id);
create index screening_booking_by_state on portal.screening_booking (state, "createdAt", _id);
create index screening_booking_of_slot on portal.screening_booking (slot);
create index screening_booking_of_applicant on portal.screening_booking (applicant);

-- Counts a booking in its slot and its day. The slot's constraint keeps the last place for one; a day that is cancelled meanwhile
-- takes nobody.
create function portal.count_screening_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.day, old.slot, old.state) is not distinct from (new.day, new.slot, new.state) then
    return null;
  end if;
  -- The day before its slots, as whoever changes the day does; of two, in one order.
  if tg_op = 'UPDATE' then
    perform from portal.screening_day where _id in (old.day, new.day) order by _id for update;
    perform from portal.screening_slot where _id in (old.slot, new.slot) order by _id for update;
  end if;
  if tg_op <> 'INSERT' then
    update portal.screening_day set booked = booked - 1, attended = attended - (old.state = 'Attended')::int,
      absent = absent - (old.state = 'Absent')::int where _id = old.day;
    update portal.screening_slot set booked = booked - 1 where _id = old.slot;
  end if;
  if tg_op <> 'DELETE' then
    update portal.screening_day set booked = booked + 1, attended = attended + (new.state = 'Attended')::int,
      absent = absent + (new.state = 'Absent')::int where _id = new.day and state <> 'Cancelled';
    if not found then
      raise exception 'this screening day is cancelled' using errcode = '23514', constraint = 'screening_booking_held';
    end if;
    update portal.screening_slot set booked = booked + 1 where _id = new.slot;
  end if;
  return null;
end $$;
create trigger screening_booking_counted after insert or update or delete on portal.screening_booking
  for each row execute function portal.count_screening_booking();

-- What of the originals was seen at the table, by the requirement or the O-Level sitting that it belongs to.
create table portal.screening_original (
  booking uuid not null constraint screening_original_booking references portal.screening_booking,
  item uuid not null,
  label text not null,
  state text not null constraint screening_original_state check (state in ('Seen', 'Not seen', 'Differs')),
  words text constraint screening_original_words check (char_length(words) between 2 and 300),
  seenby uuid not null constraint screening_original_seenby references portal.staff,
  "seenAt" timestamptz not null default now(),
  primary key (booking, item),
  constraint screening_original_differs check (state <> 'Differs' or words is not null)
);

-- A score that was typed at the table comes from no file.
alter table portal.screening_score alter column list drop not null;

-- Whether a frozen merit list ranked an application by its screening score.
create function portal.is_screening_agreed(asked uuid) returns boolean language sql stable as $$
  select exists (select from portal.merit_place p join portal.merit_run r on r._id = p.run
    where p.application = asked and p.rank is not null and p.screening is not null and r.state = 'Frozen')
$$;

-- What a list was agreed on by stays. A list that is being agreed on at this moment is waited for.
create function portal.keep_agreed_screening() returns trigger language plpgsql as $$
begin
  perform from portal.merit_run r where r.state in ('Draft', 'Proposed', 'Frozen')
    and exists (select from portal.merit_place p where p.run = r._id and p.application = new._id)
    order by r._id for share;
  if portal.is_screening_agreed(new._id) then
    raise exception 'a frozen list ranked by this score' using errcode = '23514', constraint = 'review_screening_agreed';
  end if;
  return new;
end $$;
create trigger review_screening_agreed before update of screening on portal.review
  for each row when (old.screening is not null and new.screening is distinct from old.screening and new.jamb = old.jamb)
  execute function portal.keep_agreed_screening();

-- Whoever gives an application up frees the slot for somebody else.
create function portal.free_screening_slot() returns trigger language plpgsql as $$
begin
  delete from portal.screening_booking where _id = new._id and state = 'Booked';
  return null;
end $$;
create trigger review_frees_slot after update of state on portal.review
  for each row when (new.state in ('Withdrawn', 'Declined', 'Deferred') and old.state <> new.state)
  execute function portal.free_screening_slot();

-- People of the days, as lists show them.
create view portal.screening_booking_line as
  select b._id, b.applicant, r.code, r.name, r.jamb, r.programme, r.session, b.day, s.starts as at, b.state,
    trim_scale(r.screening)::text as screening,
    (select string_agg(o.label, ', ' order by o.label) from portal.screening_original o
      where o.booking = b._id and o.state <> 'Seen') as missing,
    b.placedby, b.stateby, b."stateAt", b.version, b."createdAt", r.search
  from portal.screening_booking b join portal.review r on r._id = b._id
    left join portal.screening_slot s on s._id = b.slot;
