create table portal.applicant (
  _id uuid primary key,
  firstname text not null,
  middlename text,
  lastname text not null,
  emailaddress text not null,
  phonenumber text not null check (phonenumber ~ '^234[0-9]{10}$'),
  jamb text not null constraint applicant_jamb unique,
  password text not null,
  photo uuid references portal.stored_file,
  "verifiedAt" timestamptz,
  "createdAt" timestamptz not null default now()
);
create unique index applicant_emailaddress on portal.applicant (lower(emailaddress));

create table portal.privacy_acceptance (
  _id uuid primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  version text not null,
  "acceptedAt" timestamptz not null default now()
);

create table portal.sign_in (
  token bytea primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  "createdAt" timestamptz not null default now(),
  "seenAt" timestamptz not null default now(),
  "endsAt" timestamptz not null,
  idle interval not null
);
create index sign_in_applicant on portal.sign_in (applicant);

-- A device that has signed in before is not locked out by others' guesses. Contract 3.6.
create table portal.known_device (
  device bytea not null,
  applicant uuid not null references portal.applicant on delete cascade,
  "seenAt" timestamptz not null default now(),
  primary key (applicant, device)
);

-- Every sign-in asks whether the browser's name is one of ours.
create index known_device_name on portal.known_device (device);

create table portal.verification (
  _id uuid primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  code bytea not null constraint verification_code unique,
  link bytea not null constraint verification_link unique,
  "createdAt" timestamptz not null default now(),
  "endsAt" timestamptz not null,
  "usedAt" timestamptz
);
create index verification_applicant on portal.verification (applicant);

create table portal.password_reset (
  link bytea primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  "createdAt" timestamptz not null default now(),
  "endsAt" timestamptz not null,
  "usedAt" timestamptz
);
create index password_reset_applicant on portal.password_reset (applicant);
