-- A hold on a student: what it blocks, why in words that the student reads, and where to go; lifted with a reason.

create table portal.hold (
  _id uuid primary key,
  student uuid not null constraint hold_student references portal.student,
  -- The student's at the time, as the list names them.
  name text not null,
  matric text,
  kind text not null constraint hold_kind check (
    kind in ('Debt', 'Library', 'Discipline', 'Hostel', 'Documents', 'Other')
  ),
  blocks text[] not null constraint hold_blocks check (
    blocks <@ array['registration', 'examination', 'results', 'papers', 'services'] and cardinality(blocks) > 0
  ),
  reason text not null constraint hold_reason check (char_length(reason) between 2 and 500),
  -- Where the student goes.
  office text not null constraint hold_office check (char_length(office) between 2 and 120),
  placedby uuid not null constraint hold_placedby references portal.staff,
  liftedby uuid constraint hold_liftedby references portal.staff,
  "liftedAt" timestamptz,
  lifting text,
  lifted boolean not null generated always as ("liftedAt" is not null) stored,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (
    lower(' ' || coalesce(matric, '') || ' ' || name || ' ' || reason || ' ' || office)
  ) stored,
  constraint hold_lifted check (
    ("liftedAt" is null) = (liftedby is null) and ("liftedAt" is null) = (lifting is null)
  )
);
-- One of a kind at a time: the office of that kind changes its own words, and a second run places none twice.
create unique index hold_one_of_kind on portal.hold (student, kind) where "liftedAt" is null and kind <> 'Other';
create index hold_of_student on portal.hold (student, "createdAt", _id);
create index hold_by_time on portal.hold ("createdAt", _id);
create index hold_by_kind on portal.hold (kind, "createdAt", _id);
create index hold_in_force on portal.hold (lifted, "createdAt", _id);
create index hold_by_blocks on portal.hold using gin (blocks);
create index hold_search on portal.hold using gin (search gin_trgm_ops);

create function portal.guard_hold() returns trigger language plpgsql as $$
begin
  if old."liftedAt" is not null or (new._id, new.student, new.name, new.matric, new.kind, new.blocks, new.reason, new.office,
      new.placedby, new."createdAt")
    is distinct from (old._id, old.student, old.name, old.matric, old.kind, old.blocks, old.reason, old.office,
      old.placedby, old."createdAt") then
    raise exception 'a hold stays what was placed, and is lifted once';
  end if;
  return new;
end $$;
create trigger hold_guard before update on portal.hold for each row execute function portal.guard_hold();
create trigger hold_kept before delete or truncate on portal.hold
  for each statement execute function portal.refuse_change();
