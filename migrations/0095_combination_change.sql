-- A change of combination: asked by the student, decided by one office after another.

create table portal.combination_change (
  _id uuid primary key,
  student uuid not null constraint combination_change_student references portal.student,
  -- The student's at the time, as the list names them; the session is that of entry, whose places are counted.
  name text not null,
  matric text,
  session uuid constraint combination_change_session references portal.session,
  fromprogramme uuid not null constraint combination_change_fromprogramme references portal.programme,
  programme uuid not null constraint combination_change_programme references portal.programme,
  -- Whose heads and whose dean decide.
  fromdepartment uuid not null constraint combination_change_fromdepartment references portal.department,
  department uuid not null constraint combination_change_department references portal.department,
  college uuid not null constraint combination_change_college references portal.college,
  reason text not null constraint combination_change_reason check (char_length(reason) between 2 and 500),
  state text not null default 'With the head' constraint combination_change_state check (state in ('With the head',
    'With the new head', 'With the dean', 'With the registrar', 'In force', 'Refused', 'Withdrawn')),
  -- Whose turn it is; null once it is over.
  turnoffice text generated always as (case state when 'With the head' then 'head' when 'With the new head' then 'head'
    when 'With the dean' then 'dean' when 'With the registrar' then 'registry' end) stored,
  turnunit uuid generated always as (case state when 'With the head' then fromdepartment when 'With the new head' then department
    when 'With the dean' then college end) stored,
  -- Where the college gives a new number with another programme.
  newmatric text,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "movedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || coalesce(matric, '') || ' ' || name || ' ' || reason)) stored,
  constraint combination_change_another check (programme <> fromprogramme)
);
create unique index combination_change_one_open on portal.combination_change (student) where state like 'With%';
create index combination_change_of_student on portal.combination_change (student, "createdAt", _id);
create index combination_change_by_time on portal.combination_change ("createdAt", _id);
create index combination_change_by_move on portal.combination_change ("movedAt", _id);
create index combination_change_by_state on portal.combination_change (state, "createdAt", _id);
create index combination_change_to on portal.combination_change (programme, "createdAt", _id);
create index combination_change_from on portal.combination_change (fromprogramme, "createdAt", _id);
create index combination_change_search on portal.combination_change using gin (search gin_trgm_ops);

create function portal.guard_combination_change() returns trigger language plpgsql as $$
begin
  if (new._id, new.student, new.name, new.matric, new.session, new.fromprogramme, new.programme, new.fromdepartment,
      new.department, new.college, new.reason, new."createdAt")
    is distinct from (old._id, old.student, old.name, old.matric, old.session, old.fromprogramme, old.programme, old.fromdepartment,
      old.department, old.college, old.reason, old."createdAt") then
    raise exception 'a change of combination stays what was asked';
  end if;
  if old.state not like 'With%' or not (new.state in ('Refused', 'Withdrawn')
    or array_position(array['With the head', 'With the new head', 'With the dean', 'With the registrar', 'In force'], new.state)
      > array_position(array['With the head', 'With the new head', 'With the dean', 'With the registrar', 'In force'], old.state)) then
    raise exception 'a change of combination does not go from % to %', old.state, new.state
      using constraint = 'combination_change_step';
  end if;
  return new;
end $$;
create trigger combination_change_guard before update on portal.combination_change
  for each row execute function portal.guard_combination_change();
create trigger combination_change_kept before delete or truncate on portal.combination_change
  for each statement execute function portal.refuse_change();

-- What each office has decided, in its turn. Nobody decides two steps of one change.
create table portal.combination_step (
  change uuid not null constraint combination_step_change references portal.combination_change,
  turn text not null constraint combination_step_turn check (
    turn in ('With the head', 'With the new head', 'With the dean', 'With the registrar')
  ),
  approved boolean not null,
  reason text constraint combination_step_reason check (approved or reason is not null),
  staff uuid not null constraint combination_step_staff references portal.staff,
  "createdAt" timestamptz not null default now(),
  primary key (change, turn),
  constraint combination_step_another unique (change, staff)
);
create trigger combination_step_append_only before update or delete or truncate on portal.combination_step
  for each statement execute function portal.refuse_change();

-- A line that brings a bill to what another programme costs names that programme: the fees, and these, are what is billed for it.
alter table portal.bill_line add column programme uuid constraint bill_line_programme references portal.programme,
  add constraint bill_line_of_programme check (programme is null or kind = 'change');

-- A student may be given another number later, where the college wants it so; the earlier one stays in the register.
alter table portal.matriculation add column _id uuid not null default gen_random_uuid();
alter table portal.matriculation drop constraint matriculation_pkey;
alter table portal.matriculation add primary key (_id);
create index matriculation_of_student on portal.matriculation (student, "createdAt");
drop index portal.matriculation_by_createdat;
create index matriculation_by_createdat on portal.matriculation ("createdAt", _id);
create or replace view portal.matric_number_line as
  select m._id, m.matric, s.name, s.jamb, m.programme, m.session, m.serial, m.student, m."createdAt", s.search
  from portal.matriculation m join portal.student s on s._id = m.student;
