-- Lectures held, and who was there.

create table portal.contact (
  _id uuid primary key,
  -- The course by which it was said; it holds for the whole class.
  course uuid not null constraint contact_course references portal.course,
  class uuid not null constraint contact_class references portal.course_class,
  session uuid not null constraint contact_session references portal.session,
  semester smallint not null constraint contact_semester check (semester between 1 and 2),
  date date not null,
  name text not null constraint contact_name_length check (char_length(name) between 2 and 120),
  hours smallint not null default 1 constraint contact_hours check (hours between 1 and 8),
  topic text constraint contact_topic_length check (char_length(topic) between 2 and 200),
  -- Who wrote it down: a lecturer of the class, or the head.
  staff uuid not null constraint contact_staff references portal.staff,
  -- How attendance was taken; null while it was not.
  taken text constraint contact_taken check (taken in ('List', 'Code', 'Paper')),
  "takenAt" timestamptz,
  -- What the class types until that time.
  code text constraint contact_code check (code ~ '^[0-9]{6}$'),
  "codeUntil" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(topic, ''))) stored,
  constraint contact_once unique (class, date, name),
  constraint contact_taken_at check ((taken is null) = ("takenAt" is null)),
  constraint contact_code_until check ((code is null) = ("codeUntil" is null))
);
create index contact_by_date on portal.contact (date, _id);
create index contact_by_createdat on portal.contact ("createdAt", _id);
create index contact_of_session on portal.contact (session, date, _id);
create index contact_of_staff on portal.contact (staff, date, _id);
create index contact_by_code on portal.contact (code, "codeUntil") where code is not null;
create index contact_search on portal.contact using gin (search gin_trgm_ops);

create function portal.place_contact() returns trigger language plpgsql as $$
begin
  select c.class, c.session, c.semester into new.class, new.session, new.semester from portal.course c where c._id = new.course;
  return new;
end $$;
create trigger contact_placed before insert or update of course on portal.contact
  for each row execute function portal.place_contact();

-- One mark. Whoever of the class has none was absent, once attendance was taken.
create table portal.attendance (
  contact uuid not null constraint attendance_contact references portal.contact,
  student uuid not null constraint attendance_student references portal.student,
  present boolean not null,
  how text not null constraint attendance_how check (how in ('List', 'Code', 'Paper')),
  -- Who wrote it; null for the student's own phone.
  staff uuid constraint attendance_staff references portal.staff,
  "writtenAt" timestamptz not null default now(),
  primary key (contact, student),
  constraint attendance_by check (how = 'Code' or staff is not null)
);
create index attendance_of_student on portal.attendance (student, contact);
create index attendance_by_time on portal.attendance ("writtenAt");
create trigger student_unmerged after insert on portal.attendance referencing new table as added
  for each statement execute function portal.require_unmerged();

-- A student was told that the attendance falls short; ended once it is enough again.
create table portal.attendance_warning (
  _id uuid primary key,
  student uuid not null constraint attendance_warning_student references portal.student,
  class uuid not null constraint attendance_warning_class references portal.course_class,
  -- As they were then.
  held integer not null,
  present integer not null,
  "createdAt" timestamptz not null default now(),
  "endedAt" timestamptz
);
create unique index attendance_warning_once on portal.attendance_warning (student, class) where "endedAt" is null;
create index attendance_warning_of on portal.attendance_warning (student, class);
create trigger student_unmerged after insert on portal.attendance_warning referencing new table as added
  for each statement execute function portal.require_unmerged();
