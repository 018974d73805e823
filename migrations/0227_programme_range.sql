-- Steps of a programme that a broadsheet or a transcript goes over.

create table portal.programme_range (
  _id uuid primary key,
  programme uuid not null constraint programme_range_programme references portal.programme,
  "from" smallint not null constraint programme_range_from check ("from" between 1 and 30),
  "to" smallint not null constraint programme_range_to check ("to" between 1 and 30),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint programme_range_ends check ("from" <= "to"),
  constraint programme_range_once unique (programme, "from", "to")
);
create index programme_range_by_from on portal.programme_range ("from", _id);
create index programme_range_by_createdat on portal.programme_range ("createdAt", _id);
