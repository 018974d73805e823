-- A notification that waits for its minute does not go when its author may not send it any more: it is stopped, and says why.

alter table portal.notification
  add column stopped text constraint notification_stopped_length check (char_length(stopped) between 2 and 500),
  drop constraint notification_state,
  add constraint notification_state check (state in ('Waiting', 'Sending', 'Sent', 'Recalled', 'Stopped')),
  add constraint notification_stopped check ((state = 'Stopped') = (stopped is not null));

-- notification.states.contract.ts holds the same steps.
create or replace function portal.guard_notification() returns trigger language plpgsql as $$
begin
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
