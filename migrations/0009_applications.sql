-- What applicants hand in for a programme, and the applications themselves.
create table portal.requirement_upload (
  applicant uuid not null references portal.applicant on delete cascade,
  requirement uuid not null constraint requirement_upload_requirement references portal.admission_requirement,
  file uuid not null constraint requirement_upload_file references portal.stored_file,
  -- A submitted application relies on it: no longer replaced by the applicant. Contract 3.8.
  locked boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint requirement_upload_once primary key (applicant, requirement)
);
create index requirement_upload_requirement on portal.requirement_upload (requirement);
create index requirement_upload_file on portal.requirement_upload (file);
