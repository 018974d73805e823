-- What the exams office allows one student beside the rules of sitting.
create table portal.exam_permit (
  _id uuid primary key,
  student uuid not null constraint exam_permit_student references portal.student,
  session uuid not null constraint exam_permit_session references portal.session,
  semester smallint not null constraint exam_permit_semester check (semester between 1 and 2),
  allows text not null constraint exam_permit_allows check (allows in ('Attendance', 'Unpaid')),
  -- The course whose attendance is not asked; null for all that the student takes.
  course uuid constraint exam_permit_course references portal.course,
  reason text not null constraint exam_permit_reason_length check (char_length(reason) between 2 and 500),
  staff uuid not null constraint exam_permit_staff references portal.staff,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint exam_permit_once unique nulls not distinct (student, session, semester, allows, course),
  constraint exam_permit_of_course check (course is null or allows = 'Attendance')
);
create index exam_permit_by_createdat on portal.exam_permit ("createdAt", _id);
create index exam_permit_of_session on portal.exam_permit (session, semester, "createdAt", _id);
create trigger student_unmerged after insert on portal.exam_permit referencing new table as added
  for each statement execute function portal.require_unmerged();
