-- What applicants do outside the portal, with JAMB, to be admitted: the days that the college sets, what they say they have done,
-- and what each is still lacking for the National Matriculation List.

create table portal.outside_step (
  _id uuid primary key,
  session uuid not null constraint outside_step_session references portal.session,
  step text not null constraint outside_step_step check (step in ('JAMB registration', 'Change of course or institution',
    'O-Level results on CAPS', 'Proposal by the college', 'Admission by JAMB', 'Acceptance on CAPS', 'JAMB admission letter',
    'National Matriculation List')),
  opens date,
  closes date,
  note text constraint outside_step_note check (char_length(note) between 1 and 300),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint outside_step_once unique (session, step),
  constraint outside_step_days check (opens <= closes)
);
create index outside_step_by_createdat on portal.outside_step ("createdAt", _id);
create index outside_step_by_closes on portal.outside_step (closes, _id);

-- What only the applicant can know.
create table portal.outside_said (
  applicant uuid not null constraint outside_said_applicant references portal.applicant on delete cascade,
  session uuid not null constraint outside_said_session references portal.session,
  step text not null constraint outside_said_step check (step in ('O-Level results on CAPS', 'JAMB admission letter')),
  "createdAt" timestamptz not null default now(),
  primary key (applicant, session, step)
);

-- Who has a place and what is still lacking, as the last look found it.
create table portal.national_need (
  _id uuid primary key,
  session uuid not null constraint national_need_session references portal.session,
  application uuid not null constraint national_need_application references portal.application on delete cascade,
  jamb text not null,
  name text not null,
  programme uuid constraint national_need_programme references portal.programme,
  need text not null,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || jamb || ' ' || name)) stored,
  constraint national_need_once unique (session, application, need)
);
create index national_need_of_session on portal.national_need (session, need, "createdAt", _id);
create index national_need_of_application on portal.national_need (application);
create index national_need_search on portal.national_need using gin (search gin_trgm_ops);
create index national_need_by_createdat on portal.national_need ("createdAt", _id);
create index national_need_by_name on portal.national_need (name, _id);
create index national_need_by_jamb on portal.national_need (jamb, _id);

create table portal.national_need_look (
  session uuid primary key constraint national_need_look_session references portal.session,
  -- Who has a place, and of how many of them nothing is lacking.
  people integer not null,
  complete integer not null,
  at timestamptz not null
);
