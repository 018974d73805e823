-- The project of a student: title, supervisor, and its deposit in the National Education Repository and Databank (NERD).

create table portal.project (
  _id uuid primary key,
  student uuid not null constraint project_once unique constraint project_student references portal.student,
  name text not null,
  matric text,
  -- In which it was opened.
  session uuid not null constraint project_session references portal.session,
  state text not null default 'No title' constraint project_state check (state in ('No title', 'Proposed', 'Returned', 'Accepted',
    'Deposited', 'Deposit returned', 'Checked')),
  title text constraint project_title_length check (char_length(title) between 10 and 300),
  supervisor uuid constraint project_supervisor references portal.staff,
  -- Why it was returned last.
  reason text constraint project_reason check (char_length(reason) between 2 and 500),
  -- What was deposited: the title as it is bound, the work, the number that NERD gave and what shows it.
  finaltitle text constraint project_finaltitle_length check (char_length(finaltitle) between 10 and 300),
  file uuid constraint project_file references portal.stored_file,
  nerd text constraint project_nerd_length check (char_length(nerd) between 4 and 60),
  proof uuid constraint project_proof references portal.stored_file,
  "proposedAt" timestamptz,
  "acceptedAt" timestamptz,
  "depositedAt" timestamptz,
  checkedby uuid constraint project_checkedby references portal.staff,
  "checkedAt" timestamptz,
  -- What NYSC asks for.
  nerdproof boolean not null generated always as (state = 'Checked') stored,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(matric, '') || ' '
    || coalesce(finaltitle, title, '') || ' ' || coalesce(nerd, ''))) stored,
  constraint project_titled check (state = 'No title' or (title is not null and "proposedAt" is not null)),
  constraint project_accepted check (state not in ('Accepted', 'Deposited', 'Deposit returned', 'Checked')
    or ("acceptedAt" is not null and supervisor is not null)),
  constraint project_deposited check (state not in ('Deposited', 'Deposit returned', 'Checked')
    or (finaltitle is not null and file is not null and nerd is not null and proof is not null and "depositedAt" is not null)),
  constraint project_checked check ((state = 'Checked') = (checkedby is not null and "checkedAt" is not null)),
  constraint project_second_person check (checkedby <> supervisor)
);
create unique index project_nerd on portal.project (lower(nerd));
create index project_by_createdat on portal.project ("createdAt", _id);
create index project_by_name on portal.project (name, _id);
create index project_by_depositedat on portal.project ("depositedAt", _id);
create index project_by_state on portal.project (state, "createdAt", _id);
create index project_of_session on portal.project (session, "createdAt", _id);
create index project_by_proof on portal.project (nerdproof, "createdAt", _id);
create index project_supervised on portal.project (supervisor, name, _id);
create index project_search on portal.project using gin (search gin_trgm_ops);
create index project_alike on portal.project using gin (lower(coalesce(finaltitle, title)) gin_trgm_ops);
create trigger student_unmerged after insert on portal.project referencing new table as added
  for each statement execute function portal.require_unmerged();

-- What became of it, a line each.
create table portal.project_step (
  _id uuid primary key,
  project uuid not null constraint project_step_project references portal.project on delete cascade,
  state text not null,
  title text,
  reason text,
  -- Null where the student did it.
  staff uuid constraint project_step_staff references portal.staff,
  "createdAt" timestamptz not null default clock_timestamp()
);
create index project_step_of on portal.project_step (project, "createdAt");

-- What was checked stands, and goes to NYSC.
create function portal.guard_project() returns trigger language plpgsql as $$
begin
  if old.state = 'Checked' and (new.state, new.finaltitle, new.file, new.nerd, new.proof, new.checkedby, new.supervisor)
    is distinct from (old.state, old.finaltitle, old.file, old.nerd, old.proof, old.checkedby, old.supervisor) then
    raise exception 'a deposit that was checked stands';
  end if;
  return new;
end $$;
create trigger project_guard before update on portal.project for each row execute function portal.guard_project();

create function portal.keep_project() returns trigger language plpgsql as $$
begin
  if old.state <> 'No title' then
    raise exception 'a project that has a title stays';
  end if;
  return old;
end $$;
create trigger project_kept before delete on portal.project for each row execute function portal.keep_project();
