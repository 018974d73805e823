-- What students were given before the portal kept results: brought in by a file, kept as it came.

create table portal.past_mark (
  _id uuid primary key,
  student uuid not null constraint past_mark_student references portal.student,
  session uuid not null constraint past_mark_session references portal.session,
  semester smallint not null constraint past_mark_semester check (semester between 1 and 2),
  course text not null,
  title text not null,
  units smallint not null constraint past_mark_units check (units between 0 and 20),
  ca smallint constraint past_mark_ca check (ca between 0 and 100),
  examination smallint constraint past_mark_examination check (examination between 0 and 100),
  total smallint constraint past_mark_total check (total between 0 and 100),
  -- Why there is no mark: a code is never a zero in disguise.
  code text constraint past_mark_code check (code in ('Absent', 'Excused', 'Malpractice', 'No CA')),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint past_mark_or_code check ((code is null) = (total is not null or (ca is not null and examination is not null))),
  constraint past_mark_code_alone check (code is null or (ca is null and examination is null and total is null)),
  constraint past_mark_sum check (total = ca + examination)
);
-- A course once in a semester, however its code is written.
create unique index past_mark_once on portal.past_mark (student, session, semester, lower(course));
create index past_mark_of_session on portal.past_mark (session, semester, _id);
create index past_mark_by_createdat on portal.past_mark ("createdAt", _id);
create index past_mark_by_course on portal.past_mark (course, _id);
create index past_mark_by_code on portal.past_mark (code, _id) where code is not null;
