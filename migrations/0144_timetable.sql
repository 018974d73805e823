-- Rooms, when a semester teaches, and which class meets when and where.

create table portal.room (
  _id uuid primary key,
  code text not null constraint room_code unique constraint room_code_length check (char_length(code) between 2 and 20),
  name text not null constraint room_name_length check (char_length(name) between 2 and 120),
  capacity integer not null constraint room_capacity check (capacity between 1 and 20000),
  -- Who sit further apart; null for as many as else.
  examcapacity integer constraint room_examcapacity check (examcapacity between 1 and capacity),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || name)) stored
);
create index room_by_createdat on portal.room ("createdAt", _id);
create index room_by_capacity on portal.room (capacity, _id);
create index room_search on portal.room using gin (search gin_trgm_ops);

create table portal.teaching_semester (
  _id uuid primary key,
  session uuid not null constraint teaching_semester_session references portal.session,
  semester smallint not null constraint teaching_semester_semester check (semester between 1 and 2),
  -- The first and the last day of teaching.
  start date not null,
  "end" date not null,
  -- More examinations of one student on one day are shown to whoever makes the timetable.
  papers smallint not null default 2 constraint teaching_semester_papers check (papers between 1 and 6),
  -- Students and lecturers see the weekly timetable from then on.
  "publishedAt" timestamptz,
  publishedby uuid constraint teaching_semester_publishedby references portal.staff,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint teaching_semester_once unique (session, semester),
  constraint teaching_semester_ends check ("end" > start and "end" <= start + 366),
  constraint teaching_semester_published check (("publishedAt" is null) = (publishedby is null))
);
create index teaching_semester_by_createdat on portal.teaching_semester ("createdAt", _id);
create index teaching_semester_by_start on portal.teaching_semester (start, _id);

-- The minutes of a day between two times such as 08:30.
create function portal.minutes_between(from_time text, to_time text) returns int4range language sql immutable strict as $$
  select case when to_time > from_time then int4range(
    left(from_time, 2)::int * 60 + right(from_time, 2)::int, left(to_time, 2)::int * 60 + right(to_time, 2)::int) end
$$;

create table portal.timetable_entry (
  _id uuid primary key,
  -- The course by which it was said; it holds for the whole class.
  course uuid not null constraint timetable_entry_course references portal.course,
  class uuid not null constraint timetable_entry_class references portal.course_class,
  code text not null,
  session uuid not null constraint timetable_entry_session references portal.session,
  semester smallint not null,
  day text not null constraint timetable_entry_day check (
    day in ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday')),
  start text not null constraint timetable_entry_start check (start ~ '^([01]\d|2[0-3]):[0-5][05]$'),
  "end" text not null constraint timetable_entry_end check ("end" ~ '^([01]\d|2[0-3]):[0-5][05]$'),
  minutes int4range generated always as (portal.minutes_between(start, "end")) stored
    constraint timetable_entry_ends not null,
  room uuid not null constraint timetable_entry_room references portal.room,
  -- Null for all who are allocated to the class.
  lecturer uuid constraint timetable_entry_lecturer references portal.staff,
  -- Why it stands although students meet two classes at once, or the room is too small.
  reason text constraint timetable_entry_reason check (char_length(reason) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || day)) stored,
  constraint timetable_entry_room_free
    exclude using gist (session with =, semester with =, day with =, room with =, minutes with &&)
);
create index timetable_entry_by_createdat on portal.timetable_entry ("createdAt", _id);
create index timetable_entry_by_code on portal.timetable_entry (code, _id);
create index timetable_entry_of_semester on portal.timetable_entry (session, semester, class);
create index timetable_entry_of_class on portal.timetable_entry (class);
create index timetable_entry_of_course on portal.timetable_entry (course);
create index timetable_entry_in_room on portal.timetable_entry (room);
create index timetable_entry_search on portal.timetable_entry using gin (search gin_trgm_ops);

-- Who teaches at which time, so that nobody stands in two rooms at once.
create table portal.timetable_lecturer (
  entry uuid not null constraint timetable_lecturer_entry references portal.timetable_entry on delete cascade,
  staff uuid not null constraint timetable_lecturer_staff references portal.staff,
  session uuid not null,
  semester smallint not null,
  day text not null,
  minutes int4range not null,
  primary key (entry, staff),
  constraint timetable_lecturer_free
    exclude using gist (session with =, semester with =, day with =, staff with =, minutes with &&)
);
create index timetable_lecturer_of_staff on portal.timetable_lecturer (staff);

create function portal.place_timetable_entry() returns trigger language plpgsql as $$
begin
  select c.class, c.code, c.session, c.semester into new.class, new.code, new.session, new.semester
    from portal.course c where c._id = new.course;
  return new;
end $$;
create trigger timetable_entry_placed before insert or update on portal.timetable_entry
  for each row execute function portal.place_timetable_entry();

create function portal.place_timetable_lecturers() returns trigger language plpgsql as $$
begin
  delete from portal.timetable_lecturer where entry = new._id;
  insert into portal.timetable_lecturer (entry, staff, session, semester, day, minutes)
    select new._id, t.staff, new.session, new.semester, new.day, new.minutes
    from (select new.lecturer as staff where new.lecturer is not null
      union select a.staff from portal.course_allocation a where a.class = new.class and new.lecturer is null) t;
  return null;
end $$;
create trigger timetable_entry_lecturers after insert or update on portal.timetable_entry
  for each row execute function portal.place_timetable_lecturers();

-- An allocation is never refused for the timetable: who is elsewhere at that time is shown as a clash.
create function portal.follow_allocation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from portal.timetable_lecturer l using portal.timetable_entry e
      where l.entry = e._id and l.staff = old.staff and e.class = old.class and e.lecturer is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into portal.timetable_lecturer (entry, staff, session, semester, day, minutes)
      select e._id, new.staff, e.session, e.semester, e.day, e.minutes from portal.timetable_entry e
      where e.class = new.class and e.lecturer is null
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger course_allocation_followed after insert or update or delete on portal.course_allocation
  for each row execute function portal.follow_allocation();

-- A class meets in the semester and under the code that its timetable says.
create function portal.keep_timetabled_course() returns trigger language plpgsql as $$
begin
  if (new.code, new.semester) is distinct from (old.code, old.semester)
    and exists (select from portal.timetable_entry e where e.course = old._id) then
    raise exception 'a course of the timetable keeps its code and semester'
      using errcode = '23514', constraint = 'course_in_timetable', table = 'course';
  end if;
  return new;
end $$;
create trigger course_timetabled before update on portal.course
  for each row execute function portal.keep_timetabled_course();

-- What changed after the timetable was out, until everybody of the class was told.
create table portal.timetable_change (
  _id uuid primary key,
  -- Of the entry or the examination, which may be gone by now.
  entry uuid not null,
  class uuid not null constraint timetable_change_class references portal.course_class,
  session uuid not null constraint timetable_change_session references portal.session,
  semester smallint not null,
  code text not null,
  -- When and where in words; null where it was not there, or is gone.
  before text,
  after text,
  "createdAt" timestamptz not null default now(),
  "toldAt" timestamptz
);
create unique index timetable_change_untold on portal.timetable_change (entry) where "toldAt" is null;
create index timetable_change_of_class on portal.timetable_change (class, "createdAt");
