-- Words across the pages for a time, such as that the portal is closed tonight.
create table portal.banner (
  _id uuid primary key,
  text text not null constraint banner_text check (char_length(text) between 10 and 300),
  kind text not null constraint banner_kind check (kind in ('Information', 'Warning')),
  places text[] not null constraint banner_places check (
    places <@ array['Before sign-in', 'Applicants', 'Students', 'Staff'] and cardinality(places) > 0
  ),
  starts timestamptz not null,
  ends timestamptz not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint banner_time check (ends > starts)
);
create index banner_by_createdat on portal.banner ("createdAt", _id);
create index banner_by_ends on portal.banner (ends, _id);
