-- The college's structure: schools and units, their departments, the programmes; and the college's settings.
create table portal.setting (
  name text primary key,
  value jsonb not null,
  "updatedAt" timestamptz not null default now()
);

create table portal.college (
  _id uuid primary key,
  code text not null constraint college_code_length check (char_length(code) >= 2),
  name text not null constraint college_name_length check (char_length(name) >= 2),
  status boolean not null default true,
  isacademic boolean not null,
  "createdAt" timestamptz not null default now(),
  constraint college_code unique (code),
  constraint college_name unique (name)
);

create table portal.department (
  _id uuid primary key,
  college uuid not null constraint department_college references portal.college,
  code text not null constraint department_code_length check (char_length(code) >= 2),
  name text not null constraint department_name_length check (char_length(name) >= 2),
  status boolean not null default true,
  isacademic boolean not null,
  "createdAt" timestamptz not null default now(),
  constraint department_code unique (code)
);
create unique index department_name on portal.department (college, name);

create table portal.programme (
  _id uuid primary key,
  department uuid not null constraint programme_department references portal.department,
  code text not null constraint programme_code_length check (char_length(code) >= 2),
  name text not null constraint programme_name_length check (char_length(name) >= 2),
  award text not null,
  status boolean not null default true,
  -- Open for admission; a programme may go on for its students when it takes no new ones.
  admits boolean not null default false,
  -- Modes of entry it takes; COLLEGE is the college's own route, which the portal's applicants do not use.
  modes text[] not null,
  -- Credit units per semester.
  minunit integer not null,
  maxunit integer not null,
  -- Null: 4 years for JAMB UTME, 3 for the rest.
  durationyears smallint constraint programme_duration check (durationyears between 1 and 7),
  entryrules jsonb not null default '{}',
  "createdAt" timestamptz not null default now(),
  constraint programme_code unique (code),
  constraint programme_units check (minunit >= 0 and maxunit >= minunit),
  constraint programme_modes check (
    cardinality(modes) > 0 and modes <@ array['JAMB UTME', 'Transfer', 'Direct Entry', 'COLLEGE']
  )
);
create unique index programme_name on portal.programme (department, award, name);
