-- A person's own week as a calendar that a phone subscribes to, by a secret address.

create table portal.calendar_feed (
  _id uuid primary key,
  student uuid constraint calendar_feed_student references portal.student constraint calendar_feed_of_student unique,
  staff uuid constraint calendar_feed_staff references portal.staff constraint calendar_feed_of_staff unique,
  -- SHA-256 of 256 random bits; the address itself is shown once and kept nowhere.
  token bytea not null constraint calendar_feed_token unique,
  "createdAt" timestamptz not null default now(),
  constraint calendar_feed_whose check (num_nonnulls(student, staff) = 1)
);
create trigger student_unmerged after insert on portal.calendar_feed referencing new table as added
  for each statement execute function portal.require_unmerged();
