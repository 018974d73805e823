create table portal.olevel_sitting (
  _id uuid primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  -- At most two sittings: the first and the second. Specification 9.
  slot smallint not null constraint olevel_sitting_two check (slot in (1, 2)),
  examinationtype text not null,
  examinationcenter text not null,
  examinationyear text not null constraint olevel_sitting_year check (examinationyear ~ '^[0-9]{4}$'),
  examinationnumber text not null,
  locked boolean not null default false,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint olevel_sitting_slot unique (applicant, slot),
  constraint olevel_sitting_own unique (_id, applicant),
  constraint olevel_sitting_once unique (applicant, examinationtype, examinationyear, examinationnumber)
);

create table portal.olevel_result (
  _id uuid primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  examination uuid not null,
  subject text not null,
  scored text not null,
  -- At most nine results in a sitting, as a board's certificate has.
  place smallint not null constraint olevel_result_nine check (place between 1 and 9),
  locked boolean not null default false,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  -- The sitting is the same applicant's.
  constraint olevel_result_sitting foreign key (examination, applicant) references portal.olevel_sitting (_id, applicant),
  constraint olevel_result_subject unique (examination, subject),
  constraint olevel_result_place unique (examination, place)
);
create index olevel_result_applicant on portal.olevel_result (applicant, "createdAt" desc);
