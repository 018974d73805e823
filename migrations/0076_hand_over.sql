-- What the office looks at when accepted applicants become students.

-- A counter is a record of the console: what was given by hand is said by the office, what the portal gives it counts.
alter table portal.matriculation_counter
  drop column last,
  add column _id uuid not null,
  add column given integer not null default 0 constraint matriculation_counter_given check (given >= 0),
  add column version integer not null default 1,
  add column "createdAt" timestamptz not null default now(),
  add column "updatedAt" timestamptz not null default now();
alter table portal.matriculation_counter
  add column last integer not null generated always as (start + given) stored,
  add constraint matriculation_counter_id unique (_id);
create index matriculation_counter_by_createdat on portal.matriculation_counter ("createdAt", _id);

create index matriculation_by_createdat on portal.matriculation ("createdAt", student);
create index matriculation_of_programme on portal.matriculation (programme, session, matric);
create index matriculation_of_session on portal.matriculation (session, matric);
create view portal.matric_number_line as
  select m.student as _id, m.matric, s.name, s.jamb, m.programme, m.session, m.serial, m.student, m."createdAt", s.search
  from portal.matriculation m join portal.student s on s._id = m.student;

-- One order of the office to make students of some who have accepted; a line for each person, one transaction each.
create table portal.hand_over (
  _id uuid primary key,
  orderedby uuid not null constraint hand_over_orderedby references portal.staff,
  people integer not null constraint hand_over_people check (people > 0),
  "finishedAt" timestamptz,
  "createdAt" timestamptz not null default now()
);
create index hand_over_by_createdat on portal.hand_over ("createdAt", _id);
create index hand_over_unfinished on portal.hand_over (_id) where "finishedAt" is null;

create table portal.hand_over_line (
  _id uuid primary key,
  handover uuid not null constraint hand_over_line_of references portal.hand_over,
  application uuid not null constraint hand_over_line_application references portal.acceptance,
  applicant uuid not null,
  programme uuid not null,
  session uuid not null,
  code text not null,
  name text not null,
  jamb text not null,
  state text not null default 'Waiting' constraint hand_over_line_state check (
    state in ('Waiting', 'Done', 'Student already', 'Refused')
  ),
  -- What each step came to: [{step, said}]; the last one of a refusal is the step that stood in the way.
  steps jsonb not null default '[]',
  student uuid constraint hand_over_line_student references portal.student,
  matric text,
  -- Why it was refused.
  said text generated always as (case when state = 'Refused' then steps -> -1 ->> 'said' end) stored,
  "decidedAt" timestamptz,
  -- Its place in the order, in which the numbers follow each other.
  place integer not null,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || name || ' ' || jamb || ' ' || coalesce(matric, ''))) stored,
  constraint hand_over_line_once unique (handover, application),
  constraint hand_over_line_decided check ((state = 'Waiting') = ("decidedAt" is null)),
  constraint hand_over_line_student_is_known check ((state in ('Done', 'Student already')) = (student is not null))
);
create index hand_over_line_search on portal.hand_over_line using gin (search gin_trgm_ops);
create index hand_over_line_in_order on portal.hand_over_line (handover, place);
create index hand_over_line_waiting on portal.hand_over_line (handover, place) where state = 'Waiting';
create index hand_over_line_by_createdat on portal.hand_over_line ("createdAt", _id);
create index hand_over_line_by_name on portal.hand_over_line (name, _id);
create index hand_over_line_of_run on portal.hand_over_line (handover, state, "createdAt", _id);
create index hand_over_line_of_applicant on portal.hand_over_line (applicant);
create index hand_over_line_of_programme on portal.hand_over_line (programme, "createdAt", _id);

-- How each order stands.
create view portal.hand_over_run as
  select h._id, h.people || case h.people when 1 then ' person' else ' people' end as called, h.orderedby, h.people, h."finishedAt", h."createdAt", counted.waiting, counted.done, counted.already, counted.refused
  from portal.hand_over h cross join lateral (
    select (count(*) filter (where l.state = 'Waiting'))::int as waiting, (count(*) filter (where l.state = 'Done'))::int as done,
      (count(*) filter (where l.state = 'Student already'))::int as already,
      (count(*) filter (where l.state = 'Refused'))::int as refused
    from portal.hand_over_line l where l.handover = h._id) counted;

-- Who has accepted a place and is no student of it yet.
create view portal.hand_over_candidate as
  select p._id, p.applicant, p.code, p.name, p.jamb, p.programme, p.session, p.standing, p.missing, p."createdAt", p.search
  from portal.clearance_person p
  where not exists (select from portal.student s where s.application = p._id);
