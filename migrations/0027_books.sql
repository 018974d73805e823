-- The books of the bursary: the day of each booking, days that are closed, statements and what they match, and what the
-- nightly reconciliation finds.

-- What the columns of other people's files mean, said once for each kind of file and set of headings.
create table portal.table_map (
  noun text not null,
  -- SHA-256 of the headings: letters and digits alone, small, in alphabetical order.
  headings bytea not null,
  -- By our name of a column, the file's heading.
  map jsonb not null,
  staff uuid not null constraint table_map_staff references portal.staff,
  "updatedAt" timestamptz not null default now(),
  primary key (noun, headings)
);
