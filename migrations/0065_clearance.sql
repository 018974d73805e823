-- Clearance: what somebody who has accepted a place still shows, at which office, and who has seen it.

create table portal.clearance_item (
  _id uuid primary key,
  label text not null constraint clearance_item_label unique,
  -- The office that sees it; null for the department of the person's own programme.
  department uuid constraint clearance_item_department references portal.department,
  -- Where to go, and when, in words.
  whereto text not null,
  bring text not null,
  -- What the note of a tick must say; null where none is asked for.
  note text,
  -- Whether a tick needs a scan.
  proof boolean not null default false,
  -- Null for every session, and for every programme.
  session uuid constraint clearance_item_session references portal.session,
  programme uuid constraint clearance_item_programme references portal.programme,
  place integer not null default 0 constraint clearance_item_place check (place >= 0),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label)) stored
);
create index clearance_item_search on portal.clearance_item using gin (search gin_trgm_ops);
create index clearance_item_by_label on portal.clearance_item (label, _id);
create index clearance_item_by_place on portal.clearance_item (place, _id);
create index clearance_item_by_createdat on portal.clearance_item ("createdAt", _id);
create index clearance_item_of_department on portal.clearance_item (department);
create index clearance_item_of_session on portal.clearance_item (session);
create index clearance_item_of_programme on portal.clearance_item (programme);

-- One row for each accepted place, made with it. How many items are asked, and how many stand in the way.
create table portal.clearance_file (
  application uuid primary key constraint clearance_file_acceptance references portal.acceptance,
  applicant uuid not null,
  programme uuid not null constraint clearance_file_programme references portal.programme,
  session uuid not null constraint clearance_file_session references portal.session,
  items integer not null default 0,
  open integer not null default 0,
  refused integer not null default 0,
  standing text not null generated always as (
    case when refused > 0 then 'Refused' when open > 0 then 'Open' else 'Cleared' end
  ) stored,
  -- Since when nothing stands in the way, where something was asked.
  "clearedAt" timestamptz,
  -- Since when the person is a student: what is added to the list later is not asked any more.
  "closedAt" timestamptz,
  -- The acceptance.
  "createdAt" timestamptz not null,
  constraint clearance_file_counts check (open >= 0 and refused >= 0 and items >= open + refused)
);
create index clearance_file_by_createdat on portal.clearance_file ("createdAt", application);
create index clearance_file_by_standing on portal.clearance_file (standing, "createdAt", application);
create index clearance_file_of_programme on portal.clearance_file (programme, "createdAt", application);
create index clearance_file_of_session on portal.clearance_file (session, "createdAt", application);
create index clearance_file_of_applicant on portal.clearance_file (applicant);

create table portal.clearance (
  _id uuid primary key,
  application uuid not null constraint clearance_file references portal.clearance_file,
  item uuid not null constraint clearance_of_item references portal.clearance_item,
  -- The office that ticks it.
  department uuid not null constraint clearance_department references portal.department,
  -- Whether the item is asked of this person by now.
  asked boolean not null default true,
  state text not null default 'Open' constraint clearance_state check (state in ('Open', 'Cleared', 'Refused', 'Waived')),
  -- What the person reads: why it was refused or waived, or why a tick was taken back.
  reason text,
  -- What the office wrote of what it saw.
  note text,
  -- Whether a scan was asked for when it was decided.
  proofasked boolean not null default false,
  proof uuid constraint clearance_proof_file references portal.stored_file,
  decidedby uuid constraint clearance_decidedby references portal.staff,
  "decidedAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint clearance_once unique (application, item),
  constraint clearance_decided check (
    (state = 'Open') = (decidedby is null) and (decidedby is null) = ("decidedAt" is null)
  ),
  constraint clearance_reason check (state not in ('Refused', 'Waived') or reason is not null),
  constraint clearance_proof check (state <> 'Cleared' or not proofasked or proof is not null)
);
create index clearance_of_item_state on portal.clearance (item, state);
create index clearance_of_department_state on portal.clearance (department, state);
create index clearance_by_state on portal.clearance (state);
create index clearance_by_decidedby on portal.clearance (decidedby);
create index clearance_by_proof on portal.clearance (proof) where proof is not null;
create index clearance_in_the_way on portal.clearance (application) where asked and state in ('Open', 'Refused');

-- What changes of the counts of a file. Differences are added, so that two offices that tick at once are both counted.
create function portal.add_to_clearance_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update portal.clearance_file f set items = f.items + d.items, open = f.open + d.open, refused = f.refused + d.refused,
      "clearedAt" = case when f.open + d.open + f.refused + d.refused = 0 then coalesce(f."clearedAt", now()) end
    from (
      select n.application, (count(*) filter (where n.asked))::int as items,
        (count(*) filter (where n.asked and n.state = 'Open'))::int as open,
        (count(*) filter (where n.asked and n.state = 'Refused'))::int as refused
      from now_rows n group by n.application) d
    where f.application = d.application and d.items <> 0;
    return null;
  end if;
  update portal.clearance_file f set items = f.items + d.items, open = f.open + d.open, refused = f.refused + d.refused,
    "clearedAt" = case when f.open + d.open + f.refused + d.refused = 0 then coalesce(f."clearedAt", now()) end
  from (
    select n.application, sum(n.asked::int - o.asked::int)::int as items,
      sum((n.asked and n.state = 'Open')::int - (o.asked and o.state = 'Open')::int)::int as open,
      sum((n.asked and n.state = 'Refused')::int - (o.asked and o.state = 'Refused')::int)::int as refused
    from now_rows n join before_rows o on o._id = n._id group by n.application) d
  where f.application = d.application and (d.items, d.open, d.refused) <> (0, 0, 0);
  return null;
end $$;
create trigger clearance_added after insert on portal.clearance
  referencing new table as now_rows for each statement execute function portal.add_to_clearance_file();
create trigger clearance_changed after update on portal.clearance
  referencing old table as before_rows new table as now_rows for each statement execute function portal.add_to_clearance_file();

-- Brings the rows of some files to what the list asks by now: of one item or all, of one file or all whose owner is no student yet.
-- Nothing is deleted: what is asked no more stays as it was decided, and stands in nobody's way.
create function portal.fit_clearance(of_item uuid, of_file uuid) returns void language plpgsql as $$
begin
  -- In one order, as whoever ticks many does.
  perform from portal.clearance_file f
    where f.application = of_file or of_file is null and f."closedAt" is null order by f.application for update;
  insert into portal.clearance (_id, application, item, department)
    select gen_random_uuid(), f.application, i._id, coalesce(i.department, p.department)
    from portal.clearance_file f
      join portal.programme p on p._id = f.programme
      join portal.clearance_item i on i.status and coalesce(i.session, f.session) = f.session
        and coalesce(i.programme, f.programme) = f.programme
    where (f.application = of_file or of_file is null and f."closedAt" is null) and (i._id = of_item or of_item is null)
    on conflict on constraint clearance_once do nothing;
  update portal.clearance c set asked = fit.asked, department = fit.department, version = c.version + 1, "updatedAt" = now()
    from (
      select w._id, coalesce(i.department, p.department) as department,
        i.status and coalesce(i.session, f.session) = f.session and coalesce(i.programme, f.programme) = f.programme as asked
      from portal.clearance w
        join portal.clearance_file f on f.application = w.application
        join portal.programme p on p._id = f.programme
        join portal.clearance_item i on i._id = w.item
      where (f.application = of_file or of_file is null and f."closedAt" is null) and (i._id = of_item or of_item is null)
    ) fit
    where c._id = fit._id and (c.asked, c.department) is distinct from (fit.asked, fit.department);
end $$;

-- A place that is accepted while the list changes waits for the change, or the change for it: else nobody would be asked.
create function portal.open_clearance() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('the clearance list', 0));
  insert into portal.clearance_file (application, applicant, programme, session, "createdAt")
    values (new.application, new.applicant, new.programme, new.session, new."createdAt");
  perform portal.fit_clearance(null, new.application);
  return null;
end $$;
create trigger acceptance_clearance after insert on portal.acceptance
  for each row execute function portal.open_clearance();

create function portal.change_clearance_list() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('the clearance list', 0));
  perform portal.fit_clearance(new._id, null);
  return null;
end $$;
create trigger clearance_item_added after insert on portal.clearance_item
  for each row execute function portal.change_clearance_list();
create trigger clearance_item_changed after update of status, department, session, programme on portal.clearance_item
  for each row when ((old.status, old.department, old.session, old.programme)
    is distinct from (new.status, new.department, new.session, new.programme))
  execute function portal.change_clearance_list();

-- Items without an office of their own are ticked by the department of the programme.
create function portal.move_clearance() returns trigger language plpgsql as $$
begin
  update portal.clearance c set department = new.department, version = c.version + 1, "updatedAt" = now()
  from portal.clearance_file f, portal.clearance_item i
  where f.programme = new._id and c.application = f.application and i._id = c.item and i.department is null;
  return null;
end $$;
create trigger programme_clearance after update of department on portal.programme
  for each row when (old.department is distinct from new.department) execute function portal.move_clearance();

insert into portal.clearance_file (application, applicant, programme, session, "createdAt")
  select application, applicant, programme, session, "createdAt" from portal.acceptance;

-- Whom the desk works for, and one line for each item that is asked of somebody. What is looked up is looked up for the rows of a
-- page only.
create view portal.clearance_person as
  select f.application as _id, f.applicant, r.code, r.name, r.jamb, f.programme, f.session, f.standing,
    f.items - f.open - f.refused as done, f.items,
    (select string_agg(i.label, ', ' order by i.place, i.label) from portal.clearance c
      join portal.clearance_item i on i._id = c.item
      where c.application = f.application and c.asked and c.state in ('Open', 'Refused')) as missing,
    f."clearedAt", f."createdAt", r.search
  from portal.clearance_file f join portal.review r on r._id = f.application;

create view portal.clearance_line as
  select c._id, c.application, f.applicant, r.code, r.name, r.jamb, f.programme, f.session, c.item, c.department, c.state,
    c.reason, c.note, c.decidedby, c."decidedAt", f."createdAt", r.search
  from portal.clearance c
    join portal.clearance_file f on f.application = c.application
    join portal.review r on r._id = c.application
  where c.asked;
