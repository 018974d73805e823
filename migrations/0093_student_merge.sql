-- Two records of one person become one, by two people: one stays, the other leads to it.

alter table portal.student
  -- The record that stays; never itself merged into another.
  add column mergedinto uuid constraint student_mergedinto references portal.student,
  add constraint student_merged check ((status = 'Merged') = (mergedinto is not null)),
  add constraint student_merged_elsewhere check (mergedinto <> _id);
create index student_merged_into on portal.student (mergedinto) where mergedinto is not null;

create table portal.student_merge (
  _id uuid primary key,
  -- The record that stays, and the one that is merged into it, as they were called then.
  kept uuid not null constraint student_merge_kept references portal.student,
  gone uuid not null constraint student_merge_gone references portal.student,
  keptname text not null,
  keptmatric text,
  gonename text not null,
  gonematric text,
  -- With whose account the person signs in afterwards, where both have one.
  account text not null default 'kept' constraint student_merge_account check (account in ('kept', 'gone')),
  reason text not null constraint student_merge_reason check (char_length(reason) between 2 and 500),
  state text not null default 'Proposed' constraint student_merge_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')
  ),
  -- What an approval did, as it was said before it: {moves, stays}.
  done jsonb,
  proposedby uuid not null constraint student_merge_proposedby references portal.staff,
  decidedby uuid constraint student_merge_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  name text not null generated always as (gonename || coalesce(' ' || gonematric, '')) stored,
  search text not null generated always as (
    lower(' ' || coalesce(keptmatric, '') || ' ' || keptname || ' ' || coalesce(gonematric, '') || ' ' || gonename || ' ' || reason)
  ) stored,
  constraint student_merge_two_records check (kept <> gone),
  constraint student_merge_two_people check (state <> 'Approved' or decidedby <> proposedby),
  constraint student_merge_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint student_merge_done check ((state = 'Approved') = (done is not null))
);
create unique index student_merge_one_proposed on portal.student_merge (gone) where state = 'Proposed';
create unique index student_merge_once on portal.student_merge (gone) where state = 'Approved';
create index student_merge_of_kept on portal.student_merge (kept);
create index student_merge_by_time on portal.student_merge ("createdAt", _id);
create index student_merge_by_state on portal.student_merge (state, "createdAt", _id);
create index student_merge_search on portal.student_merge using gin (search gin_trgm_ops);

create function portal.guard_student_merge() returns trigger language plpgsql as $$
begin
  if old.state <> 'Proposed'
    or (new._id, new.kept, new.gone, new.keptname, new.keptmatric, new.gonename, new.gonematric, new.account, new.reason,
        new.proposedby, new."createdAt")
      is distinct from (old._id, old.kept, old.gone, old.keptname, old.keptmatric, old.gonename, old.gonematric, old.account,
        old.reason, old.proposedby, old."createdAt") then
    raise exception 'a merge stays what was proposed, and is decided once';
  end if;
  return new;
end $$;
create trigger student_merge_guard before update on portal.student_merge
  for each row execute function portal.guard_student_merge();
create trigger student_merge_kept_for_good before delete or truncate on portal.student_merge
  for each statement execute function portal.refuse_change();

-- A bill goes along with its student into the record that stays.
create or replace function portal.guard_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.late_kobo <> 0 or new.paid_kobo <> 0 then
      raise exception 'a bill begins with its fees';
    end if;
    return new;
  end if;
  if (new._id, new.session, new.semester, new.programme, new.level, new.indigene, new.isnewstudent, new."serviceID",
      new.instalments, new."createdAt")
    is distinct from
     (old._id, old.session, old.semester, old.programme, old.level, old.indigene, old.isnewstudent, old."serviceID",
      old.instalments, old."createdAt")
    or new.student <> old.student and not exists (
      select from portal.student s where s._id = old.student and s.mergedinto = new.student)
    or (new.billed_kobo, new.late_kobo, new.paid_kobo) is distinct from (old.billed_kobo, old.late_kobo, old.paid_kobo)
      and pg_trigger_depth() < 2 then
    raise exception 'a bill is frozen, and its sums follow its lines and payments';
  end if;
  return new;
end $$;

-- Nothing new comes to a record that was merged. It runs after the foreign key has waited for a merge that is under way, and sees
-- what that came to; whoever comes too late is tried once more, like one who met a deadlock, and reads how the record stands.
create function portal.require_unmerged() returns trigger language plpgsql as $$
begin
  if exists (select from added join portal.student s on s._id = added.student where s.status = 'Merged') then
    raise exception 'the student was merged with another meanwhile' using errcode = '40P01';
  end if;
  return null;
end $$;
do $$
declare
  one text;
begin
  for one in select c.conrelid::regclass::text from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'f' and c.confrelid = 'portal.student'::regclass and a.attname = 'student'
  loop
    execute format('create trigger student_unmerged after insert on %s referencing new table as added
      for each statement execute function portal.require_unmerged()', one);
  end loop;
end $$;
