-- Reminders by what is missing: what the office says in them, who got which, and who wants none.

create table portal.nudge_words (
  kind text primary key,
  subject text not null,
  words text not null,
  days integer not null check (days between 1 and 60),
  -- Each morning by itself.
  daily boolean not null,
  -- To the phone too.
  texts boolean not null,
  version integer not null default 1,
  "updatedAt" timestamptz not null default now()
);

-- Each person gets each kind once in a session.
create table portal.nudge (
  kind text not null,
  applicant uuid not null references portal.applicant (_id) on delete cascade,
  session uuid not null references portal.session (_id),
  "createdAt" timestamptz not null default now(),
  constraint nudge_once primary key (applicant, kind, session)
);
create index nudge_of_kind on portal.nudge (session, kind, "createdAt");

create table portal.nudge_stop (
  applicant uuid primary key references portal.applicant (_id) on delete cascade,
  -- Null where the person said so by the link of a mail.
  stoppedby uuid references portal.staff (_id),
  reason text,
  "createdAt" timestamptz not null default now()
);
