-- Statistics of admission that are made on a schedule, kept as they were on their day, with whom they were sent to.

create table portal.statistics_schedule (
  _id uuid primary key,
  layout text not null constraint statistics_schedule_layout check (layout in ('JAMB', 'NCCE')),
  every text not null constraint statistics_schedule_every check (every in ('Week', 'Month', 'Session')),
  -- One e-mail address a line.
  recipients text not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint statistics_schedule_once unique (layout, every)
);
create index statistics_schedule_by_createdat on portal.statistics_schedule ("createdAt", _id);

create table portal.admission_statistics (
  _id uuid primary key,
  session uuid not null constraint admission_statistics_session references portal.session,
  layout text not null constraint admission_statistics_layout check (layout in ('JAMB', 'NCCE')),
  -- The week, the month, or the end of the session; what is made by hand has its minute.
  period text not null,
  -- Null of what the schedule made.
  madeby uuid constraint admission_statistics_madeby references portal.staff,
  sentto text not null,
  applied integer not null,
  admitted integer not null,
  accepted integer not null,
  matriculated integer not null,
  -- The counted groups, as `statistics.rules.ts` has them.
  figures jsonb not null,
  "createdAt" timestamptz not null default now(),
  constraint admission_statistics_once unique (session, layout, period)
);
create index admission_statistics_by_time on portal.admission_statistics ("createdAt", _id);
create trigger admission_statistics_kept before update or delete or truncate on portal.admission_statistics
  for each statement execute function portal.refuse_change();
