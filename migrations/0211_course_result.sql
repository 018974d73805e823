-- What a student was given for a course, once it is published: raw as it was typed, and as it counts. Corrected by another row alone.

create table portal.course_result (
  _id uuid primary key,
  student uuid not null constraint course_result_student references portal.student,
  session uuid not null constraint course_result_session references portal.session,
  semester smallint not null constraint course_result_semester check (semester between 1 and 2),
  -- The student's when the course was registered.
  programme uuid not null constraint course_result_programme references portal.programme,
  level smallint not null constraint course_result_level check (level between 100 and 900),
  class uuid not null constraint course_result_class references portal.course_class,
  -- As the line of the registration has it.
  course text not null,
  title text not null,
  units smallint not null constraint course_result_units check (units between 0 and 20),
  moduletype text not null,
  ca smallint constraint course_result_ca check (ca between 0 and 100),
  examination smallint constraint course_result_examination check (examination between 0 and 100),
  -- What counts: the sum, or what moderation made of it.
  total smallint constraint course_result_total check (total between 0 and 100),
  -- Why there is no mark: a code is never a zero in disguise.
  code text constraint course_result_code check (code in ('Absent', 'Excused', 'Malpractice', 'No CA')),
  -- From which total it is passed.
  passline smallint not null constraint course_result_passline check (passline between 1 and 100),
  publication uuid not null,
  -- From when the student reads it.
  "visibleAt" timestamptz not null,
  -- Taken back with its publication.
  "recalledAt" timestamptz,
  -- Of a rectification: the row that stood before.
  supersedes uuid constraint course_result_supersedes references portal.course_result,
  "supersededAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint course_result_marks check (
    case when code is null then num_nonnulls(ca, examination, total) = 3 else num_nonnulls(ca, examination, total) = 0 end
  ),
  constraint course_result_superseded_once unique (supersedes)
);
-- One result of a course in a semester stands.
create unique index course_result_once on portal.course_result (student, session, semester, lower(course))
  where "recalledAt" is null and "supersededAt" is null;
create index course_result_of_publication on portal.course_result (publication);
create index course_result_of_class on portal.course_result (class, student);
create index course_result_of_programme on portal.course_result (programme, session, semester, level);
create trigger student_unmerged after insert on portal.course_result referencing new table as added
  for each statement execute function portal.require_unmerged();

create function portal.guard_course_result() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['student', 'recalledAt', 'supersededAt']) is distinct from (to_jsonb(old) - array['student', 'recalledAt', 'supersededAt'])
    or old."recalledAt" is not null and new."recalledAt" is distinct from old."recalledAt"
    or old."supersededAt" is not null and new."supersededAt" is distinct from old."supersededAt"
    or new.student <> old.student and not exists (
      select from portal.student s where s._id = old.student and s.mergedinto = new.student) then
    raise exception 'a published result stays; another row corrects it'
      using errcode = '23514', constraint = 'course_result_stays', table = 'course_result';
  end if;
  return new;
end $$;
create trigger course_result_guard before update on portal.course_result
  for each row execute function portal.guard_course_result();
create trigger course_result_kept before delete or truncate on portal.course_result
  for each statement execute function portal.refuse_change();
