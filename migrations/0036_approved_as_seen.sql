-- What is approved is what was seen, and by nobody who had a hand in it.

-- Who made a list of offers or refusals, or changed its applications or what they are told.
create table portal.release_hand (
  release uuid not null constraint release_hand_release references portal.release,
  staff uuid not null constraint release_hand_staff references portal.staff,
  primary key (release, staff)
);
insert into portal.release_hand (release, staff)
  select _id, madeby from portal.release
  union
  select r._id, s._id from portal.release r
    join portal.audit a on a.subject = 'release:' || r._id and a.actorkind = 'staff'
      and a.deed in ('release.add', 'release.take-off', 'release.offer-as', 'release.refuse-with')
    join portal.staff s on s._id = a.actor;
create trigger release_hand_kept before update or delete or truncate on portal.release_hand
  for each statement execute function portal.refuse_change();

create function portal.make_release() returns trigger language plpgsql as $$
begin
  insert into portal.release_hand (release, staff) values (new._id, new.madeby);
  return null;
end $$;
create trigger release_made after insert on portal.release for each row execute function portal.make_release();

create function portal.guard_release_approval() returns trigger language plpgsql as $$
begin
  if exists (select from portal.release_hand where release = new._id and staff = new.approvedby) then
    raise exception 'who had a hand in a list does not approve it'
      using errcode = 'check_violation', constraint = 'release_two_people';
  end if;
  return new;
end $$;
create trigger release_approval before update on portal.release
  for each row when (new.state = 'Approved' and old.state <> 'Approved')
  execute function portal.guard_release_approval();

-- Rises with whatever is done to a run: who decides says which one was seen.
alter table portal.merit_run add column revision integer not null default 1;

create or replace function portal.guard_merit_run() returns trigger language plpgsql as $$
begin
  if (new._id, new.session, new.version, new.scheme, new.madeby, new."createdAt")
    is distinct from (old._id, old.session, old.version, old.scheme, old.madeby, old."createdAt") then
    raise exception 'a run stays what it was made as';
  end if;
  if old.state in ('Frozen', 'Discarded') then
    raise exception 'a frozen or discarded run does not change';
  end if;
  if new.state <> old.state and not exists (
    select from portal.merit_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a run does not go from % to %', old.state, new.state using constraint = 'merit_run_step';
  end if;
  if new.state = 'Frozen' and (new.approvedby = new.madeby or exists (
    select from portal.merit_entry where run = new._id
      and (enteredby = new.approvedby and "undoneAt" is null or undoneby = new.approvedby))) then
    raise exception 'who made a run, or changed it by hand, does not approve it'
      using errcode = 'check_violation', constraint = 'merit_run_two_people';
  end if;
  if new.state = 'Frozen' and new.hash is distinct from portal.merit_hash(new._id) then
    raise exception 'a frozen run carries the hash of its rows' using constraint = 'merit_run_hash';
  end if;
  new.revision := old.revision + 1;
  return new;
end $$;
