-- What the desk looks at in each application: items that are in order or not, and items that reviewers give marks for.

create table portal.review_item (
  _id uuid primary key,
  label text not null constraint review_item_label unique,
  -- What is looked at, and how; null where the label says it.
  advice text,
  -- The most that a reviewer gives; null for an item that is ticked.
  most smallint constraint review_item_most check (most between 1 and 100),
  -- Whether an application is checked only once the item is in order or does not apply.
  required boolean not null default true,
  -- Null for every session, and for every programme.
  session uuid constraint review_item_session references portal.session,
  programme uuid constraint review_item_programme references portal.programme,
  place integer not null default 0 constraint review_item_place check (place >= 0),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label)) stored
);
create index review_item_search on portal.review_item using gin (search gin_trgm_ops);
create index review_item_by_label on portal.review_item (label, _id);
create index review_item_by_place on portal.review_item (place, _id);
create index review_item_by_createdat on portal.review_item ("createdAt", _id);

-- What was found, by whoever looked last; what others found before stands in the audit.
create table portal.review_tick (
  application uuid not null constraint review_tick_application references portal.application,
  item uuid not null constraint review_tick_item references portal.review_item,
  state text not null constraint review_tick_state check (state in ('In order', 'Not in order', 'Does not apply')),
  note text constraint review_tick_note check (char_length(note) between 2 and 500),
  staff uuid not null constraint review_tick_staff references portal.staff,
  at timestamptz not null default now(),
  primary key (application, item),
  constraint review_tick_reason check (state <> 'Not in order' or note is not null)
);

-- What each reviewer gives by himself.
create table portal.review_mark (
  application uuid not null constraint review_mark_application references portal.application,
  item uuid not null constraint review_mark_item references portal.review_item,
  staff uuid not null constraint review_mark_staff references portal.staff,
  mark smallint not null constraint review_mark_least check (mark >= 0),
  note text constraint review_mark_note check (char_length(note) between 2 and 500),
  at timestamptz not null default now(),
  primary key (application, item, staff)
);

create function portal.guard_review_mark() returns trigger language plpgsql as $$
begin
  if new.mark > coalesce((select most from portal.review_item where _id = new.item), -1) then
    raise exception 'a mark is at most what its item gives' using constraint = 'review_mark_most';
  end if;
  return new;
end $$;
create trigger review_mark_within before insert or update on portal.review_mark
  for each row execute function portal.guard_review_mark();
