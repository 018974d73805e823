-- What the college is called, how it looks and who signs its letters. One row; without it the portal's own words stand.

create table portal.brand (
  one boolean primary key default true constraint brand_once check (one),
  form jsonb not null constraint brand_form check (jsonb_typeof(form) = 'object'),
  version integer not null default 1,
  "updatedAt" timestamptz not null default now()
);

-- Crest and signature, drawn anew, by the hash of their bytes: what the history of the form names stays.
create table portal.brand_picture (
  name text primary key constraint brand_picture_name check (name ~ '^[0-9a-f]{32}\.png$'),
  bytes bytea not null constraint brand_picture_bytes check (length(bytes) between 1 and 400000),
  "createdAt" timestamptz not null default now()
);
