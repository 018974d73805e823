-- The schools at which students teach during the practice.

create table portal.practice_school (
  _id uuid primary key,
  name text not null constraint practice_school_name_length check (char_length(name) between 2 and 120),
  kind text not null constraint practice_school_kind check (kind in ('Primary', 'Junior secondary', 'Senior secondary',
    'Basic', 'Technical', 'Special needs', 'Other')),
  address text not null constraint practice_school_address_length check (char_length(address) between 2 and 300),
  state text not null,
  lga text not null constraint practice_school_lga_length check (char_length(lga) between 2 and 60),
  -- How many students it takes in one practice.
  places smallint not null constraint practice_school_places check (places between 0 and 500),
  contact text constraint practice_school_contact_length check (char_length(contact) between 2 and 120),
  phonenumber text constraint practice_school_phonenumber check (phonenumber ~ '^234[0-9]{10}$'),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || lga || ' ' || state || ' ' || coalesce(contact, ''))) stored
);
create unique index practice_school_once on portal.practice_school (lower(name), state, lower(lga));
create index practice_school_by_name on portal.practice_school (name, _id);
create index practice_school_by_lga on portal.practice_school (lga, _id);
create index practice_school_by_createdat on portal.practice_school ("createdAt", _id);
create index practice_school_of_state on portal.practice_school (state, name, _id);
create index practice_school_search on portal.practice_school using gin (search gin_trgm_ops);
