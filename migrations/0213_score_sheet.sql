-- The marks of a class: one sheet, typed by its lecturers, passed by the head, the dean, the examinations officer and the board.

create table portal.score_sheet (
  _id uuid primary key,
  class uuid not null constraint score_sheet_class unique references portal.course_class,
  session uuid not null constraint score_sheet_session references portal.session,
  semester smallint not null constraint score_sheet_semester check (semester between 1 and 2),
  camax smallint not null constraint score_sheet_camax check (camax between 0 and 100),
  exammax smallint not null constraint score_sheet_exammax check (exammax between 0 and 100),
  -- Whether each mark is typed by two people and compared.
  twice boolean not null default false,
  state text not null default 'Open' constraint score_sheet_state check (
    state in ('Open', 'With head', 'With dean', 'With examinations', 'With board', 'Approved', 'Returned')),
  -- Who sent it in last; who passed it since, and decides no later step.
  submittedby uuid constraint score_sheet_submittedby references portal.staff,
  "submittedAt" timestamptz,
  deciders uuid[] not null default '{}',
  -- Why it was returned.
  reason text constraint score_sheet_reason check (char_length(reason) between 2 and 500),
  "movedAt" timestamptz not null default now(),
  -- Counts every write of a mark: a spreadsheet says which one it was made of.
  marksversion integer not null default 0,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint score_sheet_maxima check (camax + exammax = 100),
  constraint score_sheet_submitted check ((submittedby is null) = ("submittedAt" is null)),
  constraint score_sheet_sent check (state in ('Open', 'Returned') or submittedby is not null)
);
create index score_sheet_of_term on portal.score_sheet (session, semester, state, _id);
create index score_sheet_by_createdat on portal.score_sheet ("createdAt", _id);

-- Until when sheets of a semester are due; of one department, or of all that have none of their own.
create table portal.score_deadline (
  _id uuid primary key,
  session uuid not null constraint score_deadline_session references portal.session,
  semester smallint not null constraint score_deadline_semester check (semester between 1 and 2),
  department uuid constraint score_deadline_department references portal.department,
  day date not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint score_deadline_once unique nulls not distinct (session, semester, department)
);
create index score_deadline_by_createdat on portal.score_deadline ("createdAt", _id);

-- One student's mark on a sheet: two whole numbers, of which one may still be missing, or a code.
create table portal.score (
  _id uuid primary key,
  sheet uuid not null constraint score_sheet_of references portal.score_sheet,
  student uuid not null constraint score_student references portal.student,
  ca smallint constraint score_ca check (ca between 0 and 100),
  examination smallint constraint score_examination check (examination between 0 and 100),
  code text constraint score_code check (code in ('Absent', 'Excused', 'Malpractice', 'No CA')),
  typedby uuid not null constraint score_typedby references portal.staff,
  -- The same typed by another, where the sheet is typed twice.
  ca2 smallint constraint score_ca2 check (ca2 between 0 and 100),
  examination2 smallint constraint score_examination2 check (examination2 between 0 and 100),
  code2 text constraint score_code2 check (code2 in ('Absent', 'Excused', 'Malpractice', 'No CA')),
  typedby2 uuid constraint score_typedby2 references portal.staff,
  version integer not null default 1,
  "updatedAt" timestamptz not null default now(),
  constraint score_once unique (sheet, student),
  constraint score_code_alone check (code is null or (ca is null and examination is null)),
  constraint score_code2_alone check (code2 is null or (ca2 is null and examination2 is null)),
  constraint score_two_people check (typedby2 <> typedby)
);
create index score_of_student on portal.score (student, sheet);
create trigger student_unmerged after insert on portal.score referencing new table as added
  for each statement execute function portal.require_unmerged();

-- Marks are written while the sheet is with its lecturers, and never above its maxima.
create function portal.guard_score() returns trigger language plpgsql as $$
declare
  of portal.score_sheet;
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'student') = (to_jsonb(old) - 'student')
    and exists (select from portal.student s where s._id = old.student and s.mergedinto = new.student) then
    return new;
  end if;
  select * into of from portal.score_sheet s where s._id = new.sheet for share;
  if of.state not in ('Open', 'Returned') then
    raise exception 'a sheet that was sent in is locked' using errcode = '23514', constraint = 'score_sheet_locked', table = 'score';
  end if;
  if greatest(new.ca, new.ca2) > of.camax or greatest(new.examination, new.examination2) > of.exammax then
    raise exception 'a mark above the most' using errcode = '23514', constraint = 'score_within_maxima', table = 'score';
  end if;
  return new;
end $$;
create trigger score_guard before insert or update on portal.score for each row execute function portal.guard_score();
create trigger score_kept before delete or truncate on portal.score for each statement execute function portal.refuse_change();

-- Every write of a mark: what stood, what stands, by whom and by which way.
create table portal.score_change (
  _id uuid primary key,
  sheet uuid not null constraint score_change_sheet references portal.score_sheet,
  student uuid not null constraint score_change_student references portal.student,
  staff uuid not null constraint score_change_staff references portal.staff,
  how text not null constraint score_change_how check (how in ('Grid', 'Spreadsheet', 'Second typing')),
  before jsonb,
  after jsonb not null,
  "createdAt" timestamptz not null default now()
);
create index score_change_of on portal.score_change (sheet, student, "createdAt");
create index score_change_of_student on portal.score_change (student);
create trigger score_change_kept before delete or truncate on portal.score_change
  for each statement execute function portal.refuse_change();

-- Each step of a sheet, dated.
create table portal.score_sheet_step (
  _id uuid primary key,
  sheet uuid not null constraint score_sheet_step_sheet references portal.score_sheet,
  fromstate text not null,
  tostate text not null,
  staff uuid not null constraint score_sheet_step_staff references portal.staff,
  reason text constraint score_sheet_step_reason check (char_length(reason) between 2 and 500),
  -- The minute of the board that a decision stands in.
  minute text constraint score_sheet_step_minute check (char_length(minute) between 2 and 80),
  "createdAt" timestamptz not null default now()
);
create index score_sheet_step_of on portal.score_sheet_step (sheet, "createdAt");
create trigger score_sheet_step_append_only before update or delete or truncate on portal.score_sheet_step
  for each statement execute function portal.refuse_change();
