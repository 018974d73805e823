-- A list may go out as soon as it is approved: its minute is then that of the approval.
alter table portal.release
  add column soon boolean not null default false,
  drop constraint release_proposed,
  add constraint release_proposed check (
    state in ('Draft', 'Withdrawn') or (proposedby is not null and "proposedAt" is not null
      and (minute is not null or (soon and state = 'Proposed')) and (kind = 'Refusals' or duedays is not null))
  );

create or replace function portal.guard_release() returns trigger language plpgsql as $$
begin
  if (new._id, new.kind, new.session, new.run, new.madeby, new."createdAt")
    is distinct from (old._id, old.kind, old.session, old.run, old.madeby, old."createdAt") then
    raise exception 'a release stays what it was made as';
  end if;
  if old.state not in ('Draft', 'Proposed') and new.state <> 'Draft'
    and (new.title, new.letter, new.duedays, new.minute, new.soon, new.note, new.proposedby, new."proposedAt")
      is distinct from
        (old.title, old.letter, old.duedays, old.minute, old.soon, old.note, old.proposedby, old."proposedAt") then
    raise exception 'what was approved goes out as it was approved';
  end if;
  if new.state <> old.state and not exists (
    select from portal.release_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a release does not go from % to %', old.state, new.state using constraint = 'release_step';
  end if;
  if new.state = 'Releasing' and old.state = 'Approved' and now() < new.minute then
    raise exception 'a release does not go out before its minute' using constraint = 'release_minute';
  end if;
  return new;
end $$;
