-- Somebody to whom alone a notification was written may have the account erased: what was written goes with it.

alter table portal.notification
  drop constraint notification_person,
  add constraint notification_person foreign key (person) references portal.applicant on delete set null;
create index notification_of_person on portal.notification (person) where person is not null;

-- Nothing else changes with it, and only the end of the account does it.
create function portal.forget_person_of_notification() returns trigger language plpgsql as $$
begin
  if exists (select from portal.applicant kept where kept._id = old.person) then
    raise exception 'to whom it was written does not change while the account stands';
  end if;
  new := old;
  new.person := null;
  new.title := 'To somebody whose account is gone';
  new.post := 'What was written to one person went with the account.';
  new.towhom := 'Somebody whose account is gone';
  return new;
end $$;
create trigger notification_forgotten before update on portal.notification
  for each row when (old.person is not null and new.person is null)
  execute function portal.forget_person_of_notification();

drop trigger notification_guard on portal.notification;
create trigger notification_guard before update on portal.notification
  for each row when (old.person is null or new.person is not null)
  execute function portal.guard_notification();
