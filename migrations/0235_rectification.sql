-- What a student asks about a published mark, and how a published mark is corrected: by two people, as another row.

create table portal.mark_inquiry (
  _id uuid primary key,
  result uuid not null constraint mark_inquiry_result references portal.course_result,
  student uuid not null constraint mark_inquiry_student references portal.student,
  -- The student's and the result's when it was asked, as the list names and narrows it.
  name text not null,
  matric text,
  session uuid not null constraint mark_inquiry_session references portal.session,
  semester smallint not null constraint mark_inquiry_semester check (semester between 1 and 2),
  class uuid not null constraint mark_inquiry_class references portal.course_class,
  course text not null,
  question text not null constraint mark_inquiry_question check (char_length(question) between 10 and 500),
  -- The last day for the answer.
  due date not null,
  state text not null default 'Asked' constraint mark_inquiry_state check (
    state in ('Asked', 'To be corrected', 'Corrected', 'Stands', 'Withdrawn', 'Recalled')),
  -- The student reads it.
  answer text constraint mark_inquiry_answer check (char_length(answer) between 2 and 500),
  answeredby uuid constraint mark_inquiry_answeredby references portal.staff,
  "answeredAt" timestamptz,
  -- What corrects the mark: proposed while the case is To be corrected, approved once it is Corrected.
  rectification uuid,
  "movedAt" timestamptz not null default now(),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || coalesce(matric, '') || ' ' || name || ' ' || course)) stored,
  constraint mark_inquiry_answered check (num_nulls(answer, answeredby, "answeredAt") in (0, 3)),
  constraint mark_inquiry_said check (state not in ('To be corrected', 'Stands') or answer is not null),
  constraint mark_inquiry_corrected check (state <> 'Corrected' or rectification is not null)
);
-- One question about a result; a corrected one is another result.
create unique index mark_inquiry_once on portal.mark_inquiry (result) where state <> 'Withdrawn';
create index mark_inquiry_of_student on portal.mark_inquiry (student, "createdAt");
create index mark_inquiry_of_class on portal.mark_inquiry (class, state);
create index mark_inquiry_open on portal.mark_inquiry (due, _id) where state in ('Asked', 'To be corrected');
create index mark_inquiry_by_createdat on portal.mark_inquiry ("createdAt", _id);
create index mark_inquiry_search on portal.mark_inquiry using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.mark_inquiry referencing new table as added
  for each statement execute function portal.require_unmerged();
create trigger mark_inquiry_kept before delete or truncate on portal.mark_inquiry
  for each statement execute function portal.refuse_change();

-- Whether an answer is overdue is judged as it is read.
create view portal.inquiry_inbox as
select q.*, q.state in ('Asked', 'To be corrected') and q.due < (now() at time zone 'Africa/Lagos')::date as overdue
from portal.mark_inquiry q;

create table portal.rectification (
  _id uuid primary key,
  result uuid not null constraint rectification_result references portal.course_result,
  student uuid not null constraint rectification_student references portal.student,
  -- The student's and the result's when it was proposed, as the list names and narrows it.
  name text not null,
  matric text,
  session uuid not null constraint rectification_session references portal.session,
  semester smallint not null constraint rectification_semester check (semester between 1 and 2),
  class uuid not null constraint rectification_class references portal.course_class,
  course text not null,
  wasca smallint,
  wasexamination smallint,
  wascode text,
  ca smallint constraint rectification_ca check (ca between 0 and 100),
  examination smallint constraint rectification_examination check (examination between 0 and 100),
  code text constraint rectification_code check (code in ('Absent', 'Excused', 'Malpractice', 'No CA')),
  reason text not null constraint rectification_reason check (char_length(reason) between 2 and 500),
  evidence uuid not null constraint rectification_evidence references portal.stored_file,
  -- The case that it answers; null where nobody asked.
  inquiry uuid constraint rectification_inquiry references portal.mark_inquiry,
  state text not null default 'Proposed' constraint rectification_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn', 'Overtaken')),
  proposedby uuid not null constraint rectification_proposedby references portal.staff,
  decidedby uuid constraint rectification_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint rectification_decision check (char_length(decision) between 2 and 500),
  -- The row that corrects the other one.
  newresult uuid constraint rectification_newresult unique references portal.course_result,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || coalesce(matric, '') || ' ' || name || ' ' || course)) stored,
  constraint rectification_marks check (
    case when code is null then num_nonnulls(ca, examination) = 2 else num_nonnulls(ca, examination) = 0 end),
  constraint rectification_other check ((ca, examination, code) is distinct from (wasca, wasexamination, wascode)),
  constraint rectification_two_people check (state not in ('Approved', 'Declined') or decidedby <> proposedby),
  constraint rectification_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint rectification_approved check ((state = 'Approved') = (newresult is not null))
);
-- One waits at a time, so that the second person sees what the first one saw.
create unique index rectification_one_proposed on portal.rectification (result) where state = 'Proposed';
create index rectification_of_result on portal.rectification (result);
create index rectification_of_student on portal.rectification (student);
create index rectification_of_class on portal.rectification (class, state);
create index rectification_of_evidence on portal.rectification (evidence);
create index rectification_by_createdat on portal.rectification ("createdAt", _id);
create index rectification_search on portal.rectification using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.rectification referencing new table as added
  for each statement execute function portal.require_unmerged();
create trigger rectification_kept before delete or truncate on portal.rectification
  for each statement execute function portal.refuse_change();

alter table portal.mark_inquiry add constraint mark_inquiry_rectification foreign key (rectification) references portal.rectification;

-- Of a result that was taken back nothing is asked or corrected any more: the way of its publication knows neither.
create function portal.end_about_recalled() returns trigger language plpgsql as $$
begin
  update portal.rectification set state = 'Overtaken', "decidedAt" = now(), version = version + 1, "updatedAt" = now()
    where result = new._id and state = 'Proposed';
  update portal.mark_inquiry set state = 'Recalled', "movedAt" = now(), version = version + 1, "updatedAt" = now()
    where result = new._id and state in ('Asked', 'To be corrected');
  return null;
end $$;
create trigger course_result_recalled after update of "recalledAt" on portal.course_result
  for each row when (new."recalledAt" is not null and old."recalledAt" is null) execute function portal.end_about_recalled();
