-- Academic sessions and their registration windows. The database's clock decides what is open.
create table portal.session (
  _id uuid primary key,
  code text not null constraint session_code_length check (char_length(code) between 2 and 4),
  name text not null constraint session_name_length check (char_length(name) >= 2),
  -- The session that runs now.
  status boolean not null default false,
  -- The session that admits now; it may be the next one.
  admission boolean not null default false,
  semester smallint not null default 1 constraint session_semester check (semester between 1 and 2),
  -- For applications.
  opens timestamptz,
  closes timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint session_code unique (code),
  constraint session_name unique (name),
  constraint session_closes_after_opening check (closes > opens),
  constraint session_admission_has_dates check (not admission or (opens is not null and closes is not null))
);
create unique index session_one_runs on portal.session (status) where status;
create unique index session_one_admits on portal.session (admission) where admission;

create table portal.registration_window (
  _id uuid primary key,
  session uuid not null constraint registration_window_session references portal.session,
  semester smallint not null constraint registration_window_semester check (semester between 1 and 2),
  start date not null,
  -- From this day on registration is late, with its charge.
  late date not null,
  -- The last day.
  "end" date not null,
  hodapproval boolean not null default false,
  "createdAt" timestamptz not null default now(),
  constraint registration_window_late_after_start check (late >= start),
  constraint registration_window_end_after_late check ("end" >= late)
);
create index registration_window_session_semester on portal.registration_window (session, semester);
