-- Somebody to whom alone a notification was written may have the account erased: what was written goes with it.

alter table portal.notification
  drop constraint notification_person,
  add constraint notification_person foreign key (person) references portal.applicant on delete set null;
create index notification_of_person on portal.notification (person) where person is not null;

-- notification.states.contract.ts holds the same steps.
create or replace function portal.guard_notification() returns trigger language plpgsql as $$
begin
  if old.person is not null and new.person is null
      and not exists (select from portal.applicant gone where gone._id = old.person) then
    new.title := 'To somebody whose account is gone';
    new.post := 'What was written to one person went with the account.';
    new.towhom := 'Somebody whose account is gone';
    return new;
  end if;
  if (new._id, new.title, new.post, new.channel, new.audience, new.session, new.programmes, new.stages, new.person,
      new.departments, new.counted, new.madeby, new."sendAt", new."createdAt")
    is distinct from
     (old._id, old.title, old.post, old.channel, old.audience, old.session, old.programmes, old.stages, old.person,
      old.departments, old.counted, old.madeby, old."sendAt", old."createdAt") then
    raise exception 'what was written, and to whom, does not change';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('Waiting', 'Sending'), ('Waiting', 'Sent'), ('Sending', 'Sent'), ('Waiting', 'Stopped'),
    ('Waiting', 'Recalled'), ('Sending', 'Recalled'), ('Sent', 'Recalled')) then
    raise exception 'a notification does not go from % to %', old.state, new.state using constraint = 'notification_step';
  end if;
  return new;
end $$;
