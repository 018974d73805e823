-- What the college tells its students: all of them, those of a level, and the classes that somebody teaches.

alter table portal.notification
  -- Narrowed to students of this level; null for every level.
  add column level smallint constraint notification_level check (level between 100 and 900 and level % 100 = 0),
  -- Whose students it is for.
  add column classes uuid[] not null default '{}',
  add constraint notification_classes check ((audience = 'Students of courses') = (cardinality(classes) > 0));
create index notification_of_classes on portal.notification using gin (classes);

-- notification.rules.ts holds the same steps.
create or replace function portal.guard_notification() returns trigger language plpgsql as $$
begin
  if (new._id, new.title, new.post, new.channel, new.audience, new.session, new.programmes, new.stages, new.level,
      new.classes, new.person, new.departments, new.counted, new.madeby, new."sendAt", new."createdAt")
    is distinct from
     (old._id, old.title, old.post, old.channel, old.audience, old.session, old.programmes, old.stages, old.level,
      old.classes, old.person, old.departments, old.counted, old.madeby, old."sendAt", old."createdAt") then
    raise exception 'what was written, and to whom, does not change';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('Waiting', 'Sending'), ('Waiting', 'Sent'), ('Sending', 'Sent'), ('Waiting', 'Stopped'),
    ('Waiting', 'Recalled'), ('Sending', 'Recalled'), ('Sent', 'Recalled')) then
    raise exception 'a notification does not go from % to %', old.state, new.state using constraint = 'notification_step';
  end if;
  return new;
end $$;
