-- The day by which the college promises its decision, of a session or of one programme in it; who waits for longer is told once.

create table portal.promised_day (
  _id uuid primary key,
  session uuid not null constraint promised_day_session references portal.session,
  -- Null for every programme that has no day of its own.
  programme uuid constraint promised_day_programme references portal.programme,
  -- The last day, in Lagos.
  day date not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create unique index promised_day_once on portal.promised_day (session, coalesce(programme, '00000000-0000-0000-0000-000000000000'));
create index promised_day_by_day on portal.promised_day (day, _id);
create index promised_day_by_createdat on portal.promised_day ("createdAt", _id);

-- Which day an applicant has been told of, and that it is over.
create table portal.promise_told (
  application uuid not null constraint promise_told_application references portal.application,
  applicant uuid not null,
  day date not null,
  kind text not null constraint promise_told_kind check (kind in ('Set', 'Late')),
  "createdAt" timestamptz not null default now(),
  constraint promise_told_once primary key (application, day, kind)
);
create index promise_told_of on portal.promise_told (applicant, "createdAt");

-- Applications without a decision, each with the day that was promised for it. What was decided and is not out yet waits as well.
create view portal.awaited_decision as
  select r._id, r.applicant, r.session, r.programme, r.code, r.name, r.jamb, r.state, r."createdAt", r.search, p.day,
    (now() at time zone 'Africa/Lagos')::date - p.day as dayslate
  from portal.review r cross join lateral (
    select d.day from portal.promised_day d
    where d.session = r.session and (d.programme is null or d.programme = r.programme) order by d.programme is null limit 1) p
  where r.state in ('Submitted', 'Checking', 'Checked', 'Recommended', 'Not recommended');

create view portal.late_decision as select * from portal.awaited_decision where dayslate > 0;
