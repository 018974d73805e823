-- What must never be: when each check was last looked at, and what was found and is there still.

create table portal.impossible_check (
  -- As the check is called where it is written.
  name text primary key,
  "lookedAt" timestamptz not null,
  -- How long the question took, in milliseconds.
  took integer not null constraint impossible_check_took check (took >= 0),
  -- How many there are; null when the question was not answered, with why.
  found integer constraint impossible_check_found check (found >= 0),
  trouble text,
  constraint impossible_check_answered check ((found is null) = (trouble is not null))
);

-- The first of what each check found, until it is gone.
create table portal.impossible_state (
  _id uuid primary key,
  name text not null,
  -- What should hold.
  sentence text not null,
  -- As the audit names things, such as application:0190….
  subject text not null,
  -- Since when it is known.
  "createdAt" timestamptz not null default now(),
  "seenAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || sentence || ' ' || subject)) stored,
  constraint impossible_state_once unique (name, subject)
);
create index impossible_state_by_createdat on portal.impossible_state ("createdAt", _id);
create index impossible_state_search on portal.impossible_state using gin (search gin_trgm_ops);
