-- What a student takes in a semester: the registration, its lines, and what was allowed to one student alone.

alter table portal.registration_window
  -- Until this day courses are added and dropped; null for the last day of registration.
  add column changes date,
  -- What registering late costs; it comes onto the bill.
  add column charge_kobo bigint not null default 0 constraint registration_window_charge check (charge_kobo >= 0),
  add constraint registration_window_changes_after_start check (changes >= start);

create table portal.course_registration (
  _id uuid primary key,
  student uuid not null constraint course_registration_student references portal.student,
  session uuid not null constraint course_registration_session references portal.session,
  semester smallint not null constraint course_registration_semester check (semester between 1 and 2),
  -- The student's at the time.
  programme uuid not null constraint course_registration_programme references portal.programme,
  level smallint not null constraint course_registration_level check (level between 100 and 900),
  -- Waiting: for the head. Returned: by the head, with a reason; the student mends it.
  state text not null constraint course_registration_state check (state in ('Waiting', 'Registered', 'Returned')),
  -- Of the lines that stand.
  units smallint not null constraint course_registration_units check (units between 0 and 60),
  -- Whether a head decides. As the window said when it was sent first.
  hodapproval boolean not null,
  late boolean not null default false,
  -- When the submission arrived, before it waited for anything.
  "arrivedAt" timestamptz not null,
  -- What the check found that a head may allow, as codes; what the student says about it.
  found text[] not null default '{}',
  note text constraint course_registration_note check (char_length(note) between 2 and 500),
  -- Who of the office registered for the student, and why.
  registeredby uuid constraint course_registration_registeredby references portal.staff,
  why text constraint course_registration_why check (char_length(why) between 2 and 500),
  decidedby uuid constraint course_registration_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- Why it was returned.
  reason text constraint course_registration_reason check (char_length(reason) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint course_registration_once unique (student, session, semester),
  constraint course_registration_for check ((registeredby is null) = (why is null)),
  constraint course_registration_decided check ((decidedby is null) = ("decidedAt" is null)),
  constraint course_registration_returned check (state <> 'Returned' or (reason is not null and decidedby is not null))
);
create index course_registration_by_createdat on portal.course_registration ("createdAt", _id);
create index course_registration_by_arrival on portal.course_registration ("arrivedAt", _id);
create index course_registration_by_state on portal.course_registration (session, semester, state, "arrivedAt", _id);
create index course_registration_of_programme on portal.course_registration (programme, session, semester, state, "arrivedAt", _id);
create trigger student_unmerged after insert on portal.course_registration referencing new table as added
  for each statement execute function portal.require_unmerged();

create table portal.course_registration_line (
  _id uuid primary key,
  registration uuid not null constraint course_registration_line_registration references portal.course_registration,
  course uuid not null constraint course_registration_line_course references portal.course,
  class uuid not null constraint course_registration_line_class references portal.course_class,
  -- As the catalogue had it on the day: the row of portal.course_version.
  courseversion integer not null,
  code text not null,
  name text not null,
  credit smallint not null,
  moduletype text not null,
  -- Programme: of the own programme and level. General: offered to all. Borrowed: of another department or level.
  kind text not null constraint course_registration_line_kind check (kind in ('Carry-over', 'Programme', 'General', 'Borrowed')),
  "addedAt" timestamptz not null default now(),
  -- From when it counts: at once, or when the head has approved it.
  "approvedAt" timestamptz,
  "droppedAt" timestamptz,
  -- Who of the office dropped it, and why; null where the student did.
  droppedby uuid constraint course_registration_line_droppedby references portal.staff,
  dropping text constraint course_registration_line_dropping check (char_length(dropping) between 2 and 500),
  constraint course_registration_line_version foreign key (course, courseversion) references portal.course_version (course, version)
);
create unique index course_registration_line_once on portal.course_registration_line (registration, code) where "droppedAt" is null;
create index course_registration_line_of on portal.course_registration_line (registration);
create index course_registration_line_in_class on portal.course_registration_line (class, registration) where "droppedAt" is null;
create index course_registration_line_of_course on portal.course_registration_line (course);

create function portal.guard_course_registration_line() returns trigger language plpgsql as $$
begin
  if (new._id, new.registration, new.course, new.class, new.courseversion, new.code, new.name, new.credit, new.moduletype, new.kind, new."addedAt")
    is distinct from (old._id, old.registration, old.course, old.class, old.courseversion, old.code, old.name, old.credit, old.moduletype, old.kind, old."addedAt") then
    raise exception 'a line of a registration stays what the catalogue said on its day';
  end if;
  if old."droppedAt" is not null then
    raise exception 'a dropped course is registered anew, by another line';
  end if;
  return new;
end $$;
create trigger course_registration_line_guard before update on portal.course_registration_line
  for each row execute function portal.guard_course_registration_line();
create trigger course_registration_line_kept before delete or truncate on portal.course_registration_line
  for each statement execute function portal.refuse_change();
create trigger course_registration_kept before delete or truncate on portal.course_registration
  for each statement execute function portal.refuse_change();

-- A registered code is on course forms: it stays.
create function portal.keep_registered_code() returns trigger language plpgsql as $$
begin
  if new.code <> old.code and exists (select from portal.course_registration_line l where l.course = old._id) then
    raise exception 'a registered course keeps its code' using errcode = '23514', constraint = 'course_code_stays', table = 'course';
  end if;
  return new;
end $$;
create trigger course_code_kept before update on portal.course
  for each row execute function portal.keep_registered_code();

-- What is allowed to one student beside the rules: registering after the last day, before the fees are paid, above the units.
create table portal.registration_permit (
  _id uuid primary key,
  student uuid not null constraint registration_permit_student references portal.student,
  session uuid not null constraint registration_permit_session references portal.session,
  semester smallint not null constraint registration_permit_semester check (semester between 1 and 2),
  allows text[] not null constraint registration_permit_allows check (
    allows <@ array['Late', 'Unpaid', 'Units'] and cardinality(allows) > 0
  ),
  -- The last day on which it holds.
  until date not null,
  reason text not null constraint registration_permit_reason check (char_length(reason) between 2 and 500),
  staff uuid not null constraint registration_permit_staff references portal.staff,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint registration_permit_once unique (student, session, semester)
);
create index registration_permit_by_createdat on portal.registration_permit ("createdAt", _id);
create index registration_permit_by_until on portal.registration_permit (until, _id);
create index registration_permit_of_session on portal.registration_permit (session, semester, until, _id);
create trigger student_unmerged after insert on portal.registration_permit referencing new table as added
  for each statement execute function portal.require_unmerged();
