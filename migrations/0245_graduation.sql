-- Who is proposed for the award in a session, with what stood on the record then, and who had it conferred.

create table portal.graduation (
  _id uuid primary key,
  session uuid not null constraint graduation_session references portal.session,
  -- Null for all of them.
  programme uuid constraint graduation_programme references portal.programme,
  title text not null constraint graduation_title check (char_length(title) between 2 and 200),
  state text not null default 'Proposed' constraint graduation_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')),
  people integer not null default 0 constraint graduation_people check (people >= 0),
  proposedby uuid not null constraint graduation_proposedby references portal.staff,
  decidedby uuid constraint graduation_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- Why it was declined.
  decision text constraint graduation_decision check (char_length(decision) between 2 and 500),
  -- By which minute the board or the senate conferred it, and on which day.
  minute text constraint graduation_minute check (char_length(minute) between 2 and 120),
  heldon date,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || title || ' ' || coalesce(minute, ''))) stored,
  constraint graduation_two_people check (state <> 'Approved' or decidedby <> proposedby),
  constraint graduation_decided check (
    (state = 'Proposed') = (decidedby is null) and (decidedby is null) = ("decidedAt" is null)),
  constraint graduation_minuted check (
    (state = 'Approved') = (minute is not null) and (state = 'Approved') = (heldon is not null))
);
create index graduation_by_createdat on portal.graduation ("createdAt", _id);
create index graduation_by_state on portal.graduation (state, "createdAt", _id);
create index graduation_of_session on portal.graduation (session, "createdAt", _id);
create index graduation_of_programme on portal.graduation (programme, "createdAt", _id);
create index graduation_search on portal.graduation using gin (search gin_trgm_ops);

create table portal.graduand (
  _id uuid primary key,
  graduation uuid not null constraint graduand_graduation references portal.graduation,
  student uuid not null constraint graduand_student references portal.student,
  -- As the certificate has them.
  name text not null,
  matric text,
  programme uuid not null constraint graduand_programme references portal.programme,
  award text not null,
  course text not null,
  -- The exact CGPA: points in hundredths times units, over units.
  points integer not null constraint graduand_points check (points >= 0),
  units integer not null constraint graduand_units check (units > 0),
  passedunits smallint not null constraint graduand_passedunits check (passedunits >= 0),
  passclass text not null,
  -- From which CGPA that class is, so that lists stand in its order.
  classfrom numeric(4, 2) not null,
  -- For showing alone: two decimals, half up.
  cgpa numeric(4, 2) not null generated always as (((2 * points + units) / (2 * units))::numeric / 100) stored,
  state text not null default 'Listed' constraint graduand_state check (
    state in ('Listed', 'Taken off', 'Dropped', 'Conferred', 'Undone')),
  -- Why the person was taken off.
  reason text constraint graduand_reason check (char_length(reason) between 2 and 500),
  takenoffby uuid constraint graduand_takenoffby references portal.staff,
  "conferredAt" timestamptz,
  "undoneAt" timestamptz,
  -- Since when the certificate is collected: nothing more is asked then.
  "leftAt" timestamptz,
  -- When somebody last looked at results that were corrected since, and what was decided about them.
  "lookedAt" timestamptz,
  lookedby uuid constraint graduand_lookedby references portal.staff,
  looked text constraint graduand_looked check (char_length(looked) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(matric, ''))) stored,
  constraint graduand_on_list unique (graduation, student),
  constraint graduand_taken_off check (state <> 'Taken off' or reason is not null),
  constraint graduand_conferred check ((state in ('Conferred', 'Undone')) = ("conferredAt" is not null)),
  constraint graduand_undone check ((state = 'Undone') = ("undoneAt" is not null))
);
-- Nobody stands on two lists, and nobody has the award twice.
create unique index graduand_once on portal.graduand (student) where state in ('Listed', 'Conferred');
create index graduand_by_createdat on portal.graduand ("createdAt", _id);
create index graduand_by_name on portal.graduand (name, _id);
create index graduand_of_student on portal.graduand (student);
create index graduand_of_graduation on portal.graduand (graduation, classfrom desc, name, _id);
create index graduand_of_programme on portal.graduand (programme, "createdAt", _id);
create index graduand_by_state on portal.graduand (state, "createdAt", _id);
create index graduand_search on portal.graduand using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.graduand referencing new table as added
  for each statement execute function portal.require_unmerged();

-- What was conferred stands as it was; only taking the graduation back ends it.
create function portal.guard_graduand() returns trigger language plpgsql as $$
declare
  moves text[] := array['state', 'undoneAt', 'leftAt', 'lookedAt', 'lookedby', 'looked', 'student', 'version', 'updatedAt', 'search', 'cgpa'];
begin
  if old.state in ('Conferred', 'Undone') and ((to_jsonb(new) - moves) is distinct from (to_jsonb(old) - moves)
      or new.state <> old.state and not (old.state = 'Conferred' and new.state = 'Undone')) then
    raise exception 'what was conferred stands' using errcode = '23514', constraint = 'graduand_stands', table = 'graduand';
  end if;
  return new;
end $$;
create trigger graduand_guard before update on portal.graduand
  for each row execute function portal.guard_graduand();
create trigger graduand_kept before delete or truncate on portal.graduand
  for each statement execute function portal.refuse_change();

-- Two people take a graduation back as a change of status; then the award falls away with it.
create function portal.undo_graduand() returns trigger language plpgsql as $$
begin
  update portal.graduand g set state = 'Undone', "undoneAt" = now(), version = g.version + 1, "updatedAt" = now()
    where g.student = new._id and g.state = 'Conferred';
  return null;
end $$;
create trigger student_graduand after update of status on portal.student
  for each row when (old.status = 'Graduated' and new.status not in ('Graduated', 'Deceased', 'Merged'))
  execute function portal.undo_graduand();
