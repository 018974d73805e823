-- When, where and by whom watched the classes of a semester are examined.

create table portal.exam_period (
  _id uuid primary key,
  session uuid not null constraint exam_period_session references portal.session,
  semester smallint not null constraint exam_period_semester check (semester between 1 and 2),
  -- The first and the last day of examinations.
  start date not null,
  "end" date not null,
  -- More examinations of one student on one day are shown to whoever makes the timetable.
  papers smallint not null default 2 constraint exam_period_papers check (papers between 1 and 6),
  -- Students and invigilators see the timetable from then on.
  "publishedAt" timestamptz,
  publishedby uuid constraint exam_period_publishedby references portal.staff,
  -- Which portion of those who are told is next.
  told text,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint exam_period_once unique (session, semester),
  constraint exam_period_ends check ("end" >= start and "end" <= start + 120),
  constraint exam_period_published check (("publishedAt" is null) = (publishedby is null))
);
create index exam_period_by_createdat on portal.exam_period ("createdAt", _id);
create index exam_period_by_start on portal.exam_period (start, _id);

create table portal.examination (
  _id uuid primary key,
  -- The course by which it was said; it holds for the whole class.
  course uuid not null constraint examination_course references portal.course,
  class uuid not null constraint examination_class references portal.course_class,
  code text not null,
  session uuid not null constraint examination_session references portal.session,
  semester smallint not null,
  date date not null,
  start text not null constraint examination_start check (start ~ '^([01]\d|2[0-3]):[0-5][05]$'),
  "end" text not null constraint examination_end check ("end" ~ '^([01]\d|2[0-3]):[0-5][05]$'),
  minutes int4range generated always as (portal.minutes_between(start, "end")) stored constraint examination_ends not null,
  -- Why it stands although students meet two at once, or the halls are too small.
  reason text constraint examination_reason check (char_length(reason) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index examination_of_term on portal.examination (session, semester, date);
create index examination_on_date on portal.examination (date);
create index examination_of_class on portal.examination (class);
create index examination_of_course on portal.examination (course);

-- Date and minutes are those of the examination: a hall and a person are in one place at a time, whatever the session.
create table portal.examination_hall (
  examination uuid not null constraint examination_hall_examination references portal.examination on delete cascade,
  room uuid not null constraint examination_hall_room references portal.room,
  -- The order in which its seats are given.
  place smallint not null,
  date date not null,
  minutes int4range not null,
  primary key (examination, room),
  constraint examination_hall_free exclude using gist (date with =, room with =, minutes with &&)
);
create index examination_hall_of_room on portal.examination_hall (room);

create table portal.examination_invigilator (
  examination uuid not null,
  room uuid not null,
  staff uuid not null constraint examination_invigilator_staff references portal.staff,
  date date not null,
  minutes int4range not null,
  primary key (examination, room, staff),
  constraint examination_invigilator_hall foreign key (examination, room)
    references portal.examination_hall (examination, room) on delete cascade,
  constraint examination_invigilator_free exclude using gist (date with =, staff with =, minutes with &&)
);
create index examination_invigilator_of_staff on portal.examination_invigilator (staff);

create function portal.place_examination() returns trigger language plpgsql as $$
begin
  select c.class, c.code, c.session, c.semester into new.class, new.code, new.session, new.semester
    from portal.course c where c._id = new.course;
  return new;
end $$;
create trigger examination_placed before insert or update on portal.examination
  for each row execute function portal.place_examination();

create function portal.time_examination_part() returns trigger language plpgsql as $$
begin
  select e.date, e.minutes into new.date, new.minutes from portal.examination e where e._id = new.examination;
  return new;
end $$;
create trigger examination_hall_timed before insert or update on portal.examination_hall
  for each row execute function portal.time_examination_part();
create trigger examination_invigilator_timed before insert or update on portal.examination_invigilator
  for each row execute function portal.time_examination_part();

create function portal.move_examination_parts() returns trigger language plpgsql as $$
begin
  update portal.examination_hall set date = new.date where examination = new._id;
  update portal.examination_invigilator set date = new.date where examination = new._id;
  return null;
end $$;
create trigger examination_moved after update of date, start, "end" on portal.examination
  for each row when ((old.date, old.start, old."end") is distinct from (new.date, new.start, new."end"))
  execute function portal.move_examination_parts();

-- A class is examined in the semester and under the code that its timetables say.
create or replace function portal.keep_timetabled_course() returns trigger language plpgsql as $$
begin
  if (new.code, new.semester) is distinct from (old.code, old.semester)
    and (exists (select from portal.timetable_entry e where e.course = old._id)
      or exists (select from portal.examination x where x.course = old._id)) then
    raise exception 'a course of the timetable keeps its code and semester'
      using errcode = '23514', constraint = 'course_in_timetable', table = 'course';
  end if;
  return new;
end $$;

-- A change is of a class of the week or of an examination, and is told to those who take it, or to one invigilator alone.
alter table portal.timetable_change
  add column examination boolean not null default false,
  add column staff uuid constraint timetable_change_staff references portal.staff;
drop index portal.timetable_change_untold;
create unique index timetable_change_untold on portal.timetable_change (entry, staff) nulls not distinct where "toldAt" is null;
create index timetable_change_of_staff on portal.timetable_change (staff, "createdAt") where staff is not null;
