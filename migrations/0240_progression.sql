-- A class moves on to its next semester or level: seen first, approved by another, run in slices, taken back within a day.

create table portal.progression (
  _id uuid primary key,
  title text not null,
  fromsession uuid not null constraint progression_fromsession references portal.session,
  fromsemester smallint not null constraint progression_fromsemester check (fromsemester between 1 and 2),
  fromlevel smallint not null constraint progression_fromlevel check (fromlevel between 100 and 900 and fromlevel % 100 = 0),
  tosession uuid not null constraint progression_tosession references portal.session,
  tosemester smallint not null constraint progression_tosemester check (tosemester between 1 and 2),
  tolevel smallint not null constraint progression_tolevel check (tolevel between 100 and 900 and tolevel % 100 = 0),
  -- Of one programme; of every one where there is none.
  programme uuid constraint progression_programme references portal.programme,
  state text not null default 'Proposed' constraint progression_state check (
    state in ('Proposed', 'Running', 'Done', 'Declined', 'Withdrawn', 'Undoing', 'Undone')),
  -- Over everybody who is listed and what becomes of each.
  seen text not null,
  people integer not null constraint progression_people check (people > 0),
  proposedby uuid not null constraint progression_proposedby references portal.staff,
  decidedby uuid constraint progression_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint progression_decision check (char_length(decision) between 2 and 500),
  "finishedAt" timestamptz,
  undoneby uuid constraint progression_undoneby references portal.staff,
  "undoneAt" timestamptz,
  undoing text constraint progression_undoing check (char_length(undoing) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || title)) stored,
  constraint progression_on check (
    case when tosession = fromsession then tosemester > fromsemester and tolevel = fromlevel else tolevel = fromlevel + 100 end),
  constraint progression_two_people check (decidedby <> proposedby or state = 'Withdrawn'),
  constraint progression_undo_two_people check (undoneby <> proposedby),
  constraint progression_undone check ((state in ('Undoing', 'Undone')) = (undoneby is not null)),
  constraint progression_finished check ((state in ('Done', 'Undoing', 'Undone')) = ("finishedAt" is not null))
);
create index progression_by_createdat on portal.progression ("createdAt", _id);
create index progression_by_state on portal.progression (state, "createdAt", _id);
create index progression_search on portal.progression using gin (search gin_trgm_ops);

-- What the dry run said of each student, and what became of it.
create table portal.progression_line (
  _id uuid primary key,
  progression uuid not null constraint progression_line_of references portal.progression,
  place integer not null,
  student uuid not null constraint progression_line_student references portal.student,
  name text not null,
  matric text,
  programme uuid,
  level smallint not null,
  semester smallint,
  outcome text not null constraint progression_line_outcome check (
    outcome in ('Promoted', 'Probation', 'Repeat', 'Spill-over', 'Graduating', 'Not registered', 'Results missing', 'Owing',
      'Withdrawal due', 'Away')),
  -- In words: why.
  reason text not null,
  -- Of the programme; null where none is written down.
  lastlevel smallint,
  -- Null for who stays.
  tolevel smallint constraint progression_line_tolevel check (tolevel between 100 and 900),
  tosemester smallint,
  state text not null constraint progression_line_state check (
    state in ('Stays', 'Waiting', 'Done', 'Skipped', 'Undone', 'Kept')),
  -- Why it was skipped, or was not taken back.
  said text,
  "decidedAt" timestamptz,
  -- Of the order: nobody takes one step twice.
  fromsession uuid not null,
  fromsemester smallint not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(matric, ''))) stored,
  constraint progression_line_each unique (progression, student),
  constraint progression_line_moves check (
    (tolevel is null) = (state = 'Stays') and (tolevel is null) = (tosemester is null)
    and (tolevel is null) = (outcome in ('Graduating', 'Not registered', 'Results missing', 'Owing', 'Withdrawal due', 'Away'))),
  constraint progression_line_says_why check ((state in ('Skipped', 'Kept')) = (said is not null)),
  constraint progression_line_decided check ((state in ('Stays', 'Waiting')) = ("decidedAt" is null))
);
create unique index progression_line_once on portal.progression_line (student, fromsession, fromsemester)
  where state in ('Done', 'Kept');
create index progression_line_in_order on portal.progression_line (progression, place, _id);
create index progression_line_by_place on portal.progression_line (place, _id);
create index progression_line_of_outcome on portal.progression_line (progression, outcome, place, _id);
create index progression_line_of_state on portal.progression_line (progression, state, place, _id);
create index progression_line_of_student on portal.progression_line (student);
create index progression_line_by_createdat on portal.progression_line ("createdAt", _id);
create index progression_line_search on portal.progression_line using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.progression_line referencing new table as added
  for each statement execute function portal.require_unmerged();

create function portal.guard_progression() returns trigger language plpgsql as $$
begin
  if (new._id, new.title, new.fromsession, new.fromsemester, new.fromlevel, new.tosession, new.tosemester, new.tolevel, new.programme,
      new.seen, new.people, new.proposedby, new."createdAt")
    is distinct from
     (old._id, old.title, old.fromsession, old.fromsemester, old.fromlevel, old.tosession, old.tosemester, old.tolevel, old.programme,
      old.seen, old.people, old.proposedby, old."createdAt") then
    raise exception 'a progression stays as it was proposed';
  end if;
  if new.state <> old.state and not (old.state = 'Proposed' and new.state in ('Running', 'Declined', 'Withdrawn')
      or (old.state, new.state) in (('Running', 'Done'), ('Done', 'Undoing'), ('Undoing', 'Undone'))) then
    raise exception 'a progression does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'progression_step', table = 'progression';
  end if;
  return new;
end $$;
create trigger progression_guard before update on portal.progression
  for each row execute function portal.guard_progression();
create trigger progression_kept before delete or truncate on portal.progression
  for each statement execute function portal.refuse_change();

-- What was listed stays as it was listed.
create function portal.guard_progression_line() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['state', 'said', 'decidedAt', 'version', 'search']) is distinct from
     (to_jsonb(old) - array['state', 'said', 'decidedAt', 'version', 'search']) then
    raise exception 'a line of a progression stays as it was listed';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('Waiting', 'Done'), ('Waiting', 'Skipped'), ('Done', 'Undone'), ('Done', 'Kept')) then
    raise exception 'a line of a progression does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'progression_line_step', table = 'progression_line';
  end if;
  return new;
end $$;
create trigger progression_line_guard before update on portal.progression_line
  for each row execute function portal.guard_progression_line();
create trigger progression_line_kept before delete or truncate on portal.progression_line
  for each statement execute function portal.refuse_change();

-- How each stands.
create view portal.progression_run as
  select p._id, p.title, p.fromsession, p.fromsemester, p.fromlevel, p.tosession, p.tosemester, p.tolevel, p.programme, p.state, p.people,
    p.proposedby, p."createdAt", p.decidedby, p."decidedAt", p.decision, p."finishedAt", p.undoneby, p."undoneAt", p.undoing, p.version,
    p.search, counted.moving, counted.waiting, counted.moved, counted.skipped, counted.undone
  from portal.progression p cross join lateral (
    select (count(*) filter (where l.tolevel is not null))::int as moving,
      (count(*) filter (where l.state = 'Waiting'))::int as waiting,
      (count(*) filter (where l.state in ('Done', 'Kept')))::int as moved,
      (count(*) filter (where l.state = 'Skipped'))::int as skipped,
      (count(*) filter (where l.state = 'Undone'))::int as undone
    from portal.progression_line l where l.progression = p._id) counted;
