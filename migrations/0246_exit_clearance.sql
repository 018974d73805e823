-- What whoever leaves still shows or returns, at which office, and who has seen it. The certificate waits for it.

create table portal.exit_item (
  _id uuid primary key,
  label text not null constraint exit_item_label unique,
  -- The office that sees it; null for the department of the person's own programme.
  department uuid constraint exit_item_department references portal.department,
  whereto text not null,
  bring text not null,
  -- Null for every programme.
  programme uuid constraint exit_item_programme references portal.programme,
  place integer not null default 0 constraint exit_item_place check (place >= 0),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label)) stored
);
create index exit_item_search on portal.exit_item using gin (search gin_trgm_ops);
create index exit_item_by_label on portal.exit_item (label, _id);
create index exit_item_by_place on portal.exit_item (place, _id);
create index exit_item_by_createdat on portal.exit_item ("createdAt", _id);
create index exit_item_of_department on portal.exit_item (department);
create index exit_item_of_programme on portal.exit_item (programme);

create table portal.exit_clearance (
  _id uuid primary key,
  student uuid not null constraint exit_clearance_student references portal.student,
  item uuid not null constraint exit_clearance_item references portal.exit_item,
  -- The office that ticks it.
  department uuid not null constraint exit_clearance_department references portal.department,
  -- Whether it is asked of this person by now.
  asked boolean not null default true,
  state text not null default 'Open' constraint exit_clearance_state check (state in ('Open', 'Cleared', 'Refused')),
  -- What the person reads: why it was refused, or why a tick was taken back.
  reason text constraint exit_clearance_reason_length check (char_length(reason) between 2 and 500),
  decidedby uuid constraint exit_clearance_decidedby references portal.staff,
  "decidedAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint exit_clearance_once unique (student, item),
  constraint exit_clearance_decided check (
    (state = 'Open') = (decidedby is null) and (decidedby is null) = ("decidedAt" is null)),
  constraint exit_clearance_reason check (state <> 'Refused' or reason is not null)
);
create index exit_clearance_of_item on portal.exit_clearance (item, state);
create index exit_clearance_of_department on portal.exit_clearance (department, state);
create index exit_clearance_by_createdat on portal.exit_clearance ("createdAt", _id);
create trigger student_unmerged after insert on portal.exit_clearance referencing new table as added
  for each statement execute function portal.require_unmerged();

-- Brings the lines of one item or all, of one student or all who leave and have not left, to what is asked by now. Nothing is
-- deleted: what is asked no more stays as it was decided, and stands in nobody's way.
create function portal.fit_exit(of_item uuid, of_student uuid) returns void language plpgsql as $$
begin
  insert into portal.exit_clearance (_id, student, item, department)
    select gen_random_uuid(), g.student, i._id, coalesce(i.department, p.department)
    from portal.graduand g join portal.programme p on p._id = g.programme
      join portal.exit_item i on i.status and coalesce(i.programme, g.programme) = g.programme
    where g.state in ('Listed', 'Conferred') and g."leftAt" is null
      and (of_student is null or g.student = of_student) and (of_item is null or i._id = of_item)
    on conflict on constraint exit_clearance_once do nothing;
  update portal.exit_clearance c set asked = fit.asked, department = fit.department, version = c.version + 1, "updatedAt" = now()
  from (
    select w._id, coalesce(i.department, p.department) as department,
      i.status and coalesce(i.programme, g.programme) = g.programme as asked
    from portal.exit_clearance w join portal.exit_item i on i._id = w.item
      join portal.graduand g on g.student = w.student and g.state in ('Listed', 'Conferred') and g."leftAt" is null
      join portal.programme p on p._id = g.programme
    where (of_student is null or w.student = of_student) and (of_item is null or w.item = of_item)) fit
  where c._id = fit._id and (c.asked, c.department) is distinct from (fit.asked, fit.department);
end $$;

-- Whoever is listed while the items change waits for the change, or the change for it: else nobody would be asked.
create function portal.open_exit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('the exit list', 0));
  perform portal.fit_exit(null, new.student);
  return null;
end $$;
create trigger graduand_exit after insert on portal.graduand
  for each row when (new.state in ('Listed', 'Conferred')) execute function portal.open_exit();

create function portal.change_exit_list() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('the exit list', 0));
  perform portal.fit_exit(new._id, null);
  return null;
end $$;
create trigger exit_item_added after insert on portal.exit_item
  for each row execute function portal.change_exit_list();
create trigger exit_item_changed after update of status, department, programme on portal.exit_item
  for each row when ((old.status, old.department, old.programme) is distinct from (new.status, new.department, new.programme))
  execute function portal.change_exit_list();

-- One line for each item that is asked of whoever leaves.
create view portal.exit_line as
  select c._id, c.student, g.name, g.matric, g.programme, c.item, c.department, c.state, c.reason, c.decidedby, c."decidedAt",
    c."createdAt", g.search
  from portal.exit_clearance c
    join portal.graduand g on g.student = c.student and g.state in ('Listed', 'Conferred')
  where c.asked;
