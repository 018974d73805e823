-- What a college sets up: versions and search for the structure, officers, what a session takes in, and the other fees.
-- Codes that differ in case only would be one in a file and two in a list: a code is taken in every case.

alter table portal.college
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add column search text not null generated always as (lower(' ' || code || ' ' || name)) stored;
alter table portal.college drop constraint college_code;
create unique index college_code on portal.college (lower(code));
create index college_search on portal.college using gin (search gin_trgm_ops);
create index college_by_name on portal.college (name, _id);
create index college_by_code on portal.college (code, _id);
create index college_by_createdat on portal.college ("createdAt", _id);

alter table portal.department
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add column search text not null generated always as (lower(' ' || code || ' ' || name)) stored;
alter table portal.department drop constraint department_code;
create unique index department_code on portal.department (lower(code));
create index department_search on portal.department using gin (search gin_trgm_ops);
create index department_by_name on portal.department (name, _id);
create index department_by_code on portal.department (code, _id);
create index department_by_createdat on portal.department ("createdAt", _id);
create index department_of_college on portal.department (college, name, _id);

alter table portal.programme
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add column search text not null generated always as (lower(' ' || code || ' ' || award || ' ' || name)) stored;
alter table portal.programme drop constraint programme_code;
create unique index programme_code on portal.programme (lower(code));
create index programme_search on portal.programme using gin (search gin_trgm_ops);
create index programme_by_name on portal.programme (name, _id);
create index programme_by_code on portal.programme (code, _id);
create index programme_by_createdat on portal.programme ("createdAt", _id);
create index programme_of_department on portal.programme (department, name, _id);
create index programme_by_award on portal.programme (award, name, _id);

alter table portal.session
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add column search text not null generated always as (lower(' ' || code || ' ' || name)) stored;
alter table portal.session drop constraint session_code;
create unique index session_code on portal.session (lower(code));
create index session_search on portal.session using gin (search gin_trgm_ops);
create index session_by_name on portal.session (name, _id);
create index session_by_code on portal.session (code, _id);
create index session_by_createdat on portal.session ("createdAt", _id);

alter table portal.registration_window
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add constraint registration_window_apart
    exclude using gist (session with =, semester with =, daterange(start, "end", '[]') with &&);
create index registration_window_by_start on portal.registration_window (start, _id);
create index registration_window_by_createdat on portal.registration_window ("createdAt", _id);

-- Who is dean of a college, and head of a department, from when to when; one at a time.
create table portal.dean_assignment (
  _id uuid primary key,
  staff uuid not null constraint dean_assignment_staff references portal.staff,
  college uuid not null constraint dean_assignment_college references portal.college,
  start date not null,
  -- The last day; null while it goes on.
  "end" date constraint dean_assignment_ends_after_start check ("end" >= start),
  acting boolean not null default false,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint dean_assignment_one exclude using gist (college with =, daterange(start, "end", '[]') with &&)
);
create index dean_assignment_by_start on portal.dean_assignment (start, _id);
create index dean_assignment_by_createdat on portal.dean_assignment ("createdAt", _id);
create index dean_assignment_of_college on portal.dean_assignment (college, start, _id);
create index dean_assignment_of_staff on portal.dean_assignment (staff, start, _id);

create table portal.head_assignment (
  _id uuid primary key,
  staff uuid not null constraint head_assignment_staff references portal.staff,
  department uuid not null constraint head_assignment_department references portal.department,
  start date not null,
  "end" date constraint head_assignment_ends_after_start check ("end" >= start),
  acting boolean not null default false,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint head_assignment_one exclude using gist (department with =, daterange(start, "end", '[]') with &&)
);
create index head_assignment_by_start on portal.head_assignment (start, _id);
create index head_assignment_by_createdat on portal.head_assignment ("createdAt", _id);
create index head_assignment_of_department on portal.head_assignment (department, start, _id);
create index head_assignment_of_staff on portal.head_assignment (staff, start, _id);

-- What a programme takes in a session: how many, and by which rules.
create table portal.intake (
  _id uuid primary key,
  session uuid not null constraint intake_session references portal.session,
  programme uuid not null constraint intake_programme references portal.programme,
  -- Null while nobody has said.
  seats integer constraint intake_seats check (seats between 0 and 100000),
  entryrules jsonb not null default '{}',
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint intake_once unique (session, programme)
);
create index intake_by_createdat on portal.intake ("createdAt", _id);
create index intake_of_session on portal.intake (session, "createdAt", _id);
create index intake_of_programme on portal.intake (programme, "createdAt", _id);

-- The rules that stood at the programmes are those of the session that admits.
insert into portal.intake (_id, session, programme, entryrules)
select gen_random_uuid(), s._id, p._id, p.entryrules from portal.session s cross join portal.programme p
where s.admission and p.admits;
alter table portal.programme drop column entryrules;

alter table portal.application_fee_item
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add column search text not null generated always as (lower(' ' || name)) stored;
create index application_fee_item_search on portal.application_fee_item using gin (search gin_trgm_ops);
create index application_fee_item_by_name on portal.application_fee_item (name, _id);
create index application_fee_item_by_amount on portal.application_fee_item (amount_kobo, _id);
create index application_fee_item_by_createdat on portal.application_fee_item ("createdAt", _id);
create index application_fee_item_of_session on portal.application_fee_item (session, name, _id);
drop index portal.application_fee_item_programme;
create index application_fee_item_of_programme on portal.application_fee_item (programme, name, _id);

alter table portal.admission_requirement
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add column search text not null generated always as (lower(' ' || label)) stored;
create index admission_requirement_search on portal.admission_requirement using gin (search gin_trgm_ops);
create index admission_requirement_by_label on portal.admission_requirement (label, _id);
create index admission_requirement_by_createdat on portal.admission_requirement ("createdAt", _id);
create index admission_requirement_of_session on portal.admission_requirement (session, label, _id);
drop index portal.admission_requirement_programme;
create index admission_requirement_of_programme on portal.admission_requirement (programme, label, _id);

alter table portal.acceptance_fee_item
  add column version integer not null default 1,
  add column "updatedAt" timestamptz not null default now(),
  add column search text not null generated always as (lower(' ' || description)) stored;
create index acceptance_fee_item_search on portal.acceptance_fee_item using gin (search gin_trgm_ops);
create index acceptance_fee_item_by_description on portal.acceptance_fee_item (description, _id);
create index acceptance_fee_item_by_amount on portal.acceptance_fee_item (amount_kobo, _id);
create index acceptance_fee_item_by_createdat on portal.acceptance_fee_item ("createdAt", _id);
create index acceptance_fee_item_of_session on portal.acceptance_fee_item (session, description, _id);

-- Which of the provider's services takes the fees of a class.
create table portal.tuition_fee_item (
  _id uuid primary key,
  session uuid not null constraint tuition_fee_item_session references portal.session,
  programme uuid not null constraint tuition_fee_item_programme references portal.programme,
  level smallint not null constraint tuition_fee_item_level check (level between 100 and 900 and level % 100 = 0),
  semester smallint not null constraint tuition_fee_item_semester check (semester between 1 and 2),
  "serviceID" text not null constraint tuition_fee_item_service check ("serviceID" ~ '^[1-9][0-9]{0,14}$'),
  -- For those of the college's home state, or for the others.
  indigene boolean not null,
  isnewstudent boolean not null,
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint tuition_fee_item_once unique (session, programme, level, semester, indigene, isnewstudent)
);
create index tuition_fee_item_by_level on portal.tuition_fee_item (level, _id);
create index tuition_fee_item_by_createdat on portal.tuition_fee_item ("createdAt", _id);
create index tuition_fee_item_of_session on portal.tuition_fee_item (session, level, _id);
create index tuition_fee_item_of_programme on portal.tuition_fee_item (programme, level, _id);

-- The lines of those fees.
create table portal.programme_tuition_fee_item (
  _id uuid primary key,
  session uuid not null constraint programme_tuition_fee_item_session references portal.session,
  programme uuid not null constraint programme_tuition_fee_item_programme references portal.programme,
  label text not null constraint programme_tuition_fee_item_label_length check (char_length(label) >= 2),
  indigene boolean not null,
  amount_kobo bigint not null constraint programme_tuition_fee_item_amount check (amount_kobo > 0),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label)) stored,
  constraint programme_tuition_fee_item_once unique (session, programme, label, indigene)
);
create index programme_tuition_fee_item_search on portal.programme_tuition_fee_item using gin (search gin_trgm_ops);
create index programme_tuition_fee_item_by_label on portal.programme_tuition_fee_item (label, _id);
create index programme_tuition_fee_item_by_amount on portal.programme_tuition_fee_item (amount_kobo, _id);
create index programme_tuition_fee_item_by_createdat on portal.programme_tuition_fee_item ("createdAt", _id);
create index programme_tuition_fee_item_of_session on portal.programme_tuition_fee_item (session, label, _id);
create index programme_tuition_fee_item_of_programme on portal.programme_tuition_fee_item (programme, label, _id);

-- The fees that parents are told of with the letter; nothing is billed by it.
create table portal.schedule_of_fee_item (
  _id uuid primary key,
  session uuid not null constraint schedule_of_fee_item_session references portal.session,
  label text not null constraint schedule_of_fee_item_label_length check (char_length(label) >= 2),
  amount_kobo bigint not null constraint schedule_of_fee_item_amount check (amount_kobo >= 200),
  status boolean not null default true,
  -- Its place in the list.
  place smallint not null default 1,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label)) stored,
  constraint schedule_of_fee_item_label unique (session, label)
);
create index schedule_of_fee_item_search on portal.schedule_of_fee_item using gin (search gin_trgm_ops);
create index schedule_of_fee_item_by_place on portal.schedule_of_fee_item (place, _id);
create index schedule_of_fee_item_by_label on portal.schedule_of_fee_item (label, _id);
create index schedule_of_fee_item_by_createdat on portal.schedule_of_fee_item ("createdAt", _id);
create index schedule_of_fee_item_of_session on portal.schedule_of_fee_item (session, place, _id);

-- Services that are paid for on demand, such as a transcript.
create table portal.other_service (
  _id uuid primary key,
  label text not null constraint other_service_label unique,
  description text not null,
  serviceid text not null constraint other_service_service check (serviceid ~ '^[1-9][0-9]{0,14}$'),
  amount_kobo bigint not null constraint other_service_amount check (amount_kobo > 0),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label || ' ' || description)) stored
);
create index other_service_search on portal.other_service using gin (search gin_trgm_ops);
create index other_service_by_label on portal.other_service (label, _id);
create index other_service_by_amount on portal.other_service (amount_kobo, _id);
create index other_service_by_createdat on portal.other_service ("createdAt", _id);
