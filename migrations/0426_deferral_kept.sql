-- What an offer asked for and what of it was met goes with whoever gives it up, and comes back with the place.
alter table portal.departure
  add column conditiondue date,
  -- The conditions that were met, each as {words, note, decidedby, decidedAt}.
  add column met jsonb not null default '[]' constraint departure_met check (jsonb_typeof(met) = 'array');

-- A place that was kept for a session whose applicant did not apply there waits for the next one.
create or replace function portal.guard_departure() returns trigger language plpgsql as $$
begin
  if (new._id, new.kind, new.application, new.applicant, new.programme, new.session, new.code, new.name, new.jamb, new.reason,
      new.words, new.late, new.offered, new.condition, new.terms, new.due, new."releasedAt", new."lapsedAt", new.reminders, new.release,
      new.letter, new.conditiondue, new.met, new."createdAt")
    is distinct from
     (old._id, old.kind, old.application, old.applicant, old.programme, old.session, old.code, old.name, old.jamb, old.reason,
      old.words, old.late, old.offered, old.condition, old.terms, old.due, old."releasedAt", old."lapsedAt", old.reminders, old.release,
      old.letter, old.conditiondue, old.met, old."createdAt") then
    raise exception 'what was given up stays as it was';
  end if;
  if not (old.state = new.state or (old.state, new.state) in (('Stands', 'Proposed'), ('Proposed', 'Stands'), ('Proposed', 'Reinstated'))
    or (old.state, new.state) = ('Reinstated', 'Stands') and old.kind = 'Deferred' and old.returned is null) then
    raise exception 'a departure does not go from % to %', old.state, new.state using constraint = 'departure_step';
  end if;
  return new;
end $$;

create or replace function portal.guard_departure_return() returns trigger language plpgsql as $$
begin
  if old.returned is not null and (new.returned, new.returnsession) is distinct from (old.returned, old.returnsession)
    or old.returnsession is not null and new.returnsession is not null and new.returnsession <> old.returnsession then
    raise exception 'a place that was deferred comes back once';
  end if;
  if new.returned is not null and old.returned is null and not exists (
    select from portal.application a join portal.offer o on o.application = a._id
    where a._id = new.returned and (a.applicant, a.programme, a.session) = (new.applicant, new.programme, new.returnsession)) then
    raise exception 'a place that was deferred comes back by an offer of the same programme in the session that it is kept for';
  end if;
  return new;
end $$;
