create table portal.referee (
  _id uuid primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  firstname text not null,
  middlename text,
  lastname text not null,
  emailaddress text,
  phonenumber text not null check (phonenumber ~ '^234[0-9]{10}$'),
  homeaddress text not null,
  -- At most five.
  place smallint not null constraint referee_five check (place between 1 and 5),
  -- "Not in use", so it may be deleted; false once a submitted application relies on it. Contract 3.8.
  disabled boolean not null default true,
  "createdAt" timestamptz not null default now(),
  constraint referee_place unique (applicant, place)
);

create table portal.bio (
  applicant uuid primary key references portal.applicant on delete cascade,
  firstname text not null,
  middlename text,
  lastname text not null,
  gender text not null,
  religion text not null,
  qualification text not null,
  maritalstatus text not null,
  emailaddress text not null,
  phonenumber text not null check (phonenumber ~ '^234[0-9]{10}$'),
  homeaddress text not null,
  stateoforigin text not null,
  lgaoforigin text not null,
  stateofresidence text not null,
  lgaofresidence text not null,
  dateofbirth date not null check (dateofbirth > '1900-01-01'),
  -- A submitted application relies on it: no longer changed by the applicant. Contract 3.8.
  locked boolean not null default false,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
