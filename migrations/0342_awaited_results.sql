-- Results that are not out yet: a sitting names the subjects, a session says until which day they may come, and the desk's
-- row tells whether a file waits for them.
alter table portal.session add column resultsby date;

alter table portal.olevel_sitting add column awaiting text[] not null default '{}'
  constraint olevel_sitting_awaiting check (cardinality(awaiting) <= 9);

-- A subject whose grade stands in the sitting is not awaited there, in whatever order the two are told.
create function portal.drop_awaited() returns trigger language plpgsql as $$
begin
  update portal.olevel_sitting set awaiting = array_remove(awaiting, new.subject)
  where _id = new.examination and new.subject = any(awaiting);
  return null;
end $$;
create trigger olevel_result_came after insert or update of subject, examination on portal.olevel_result
  for each row execute function portal.drop_awaited();
create function portal.keep_awaited() returns trigger language plpgsql as $$
begin
  new.awaiting := array(select name from unnest(new.awaiting) with ordinality a (name, nth)
    where not exists (select from portal.olevel_result r where r.examination = new._id and r.subject = name) order by nth);
  return new;
end $$;
create trigger olevel_sitting_awaits before update of awaiting on portal.olevel_sitting
  for each row when (new.awaiting is distinct from old.awaiting) execute function portal.keep_awaited();

-- An application's copy with the results in it that its sittings awaited and that have come since; each is awaited no more.
-- What comes after them, or was never awaited, stays out.
create function portal.snapshot_with_awaited(snapshot jsonb) returns jsonb language sql stable as $$
  with came as (
    select r.*, s.sitting from jsonb_array_elements(snapshot -> 'sittings') s (sitting)
    join portal.olevel_result r on r.examination = (s.sitting ->> '_id')::uuid and s.sitting -> 'awaiting' ? r.subject
    where not snapshot -> 'results' @> jsonb_build_array(jsonb_build_object('_id', r._id))
  ), sittings as (
    select jsonb_agg(case when sitting ? 'awaiting' then jsonb_set(sitting, '{awaiting}', coalesce((
        select jsonb_agg(name order by nth) from jsonb_array_elements_text(sitting -> 'awaiting') with ordinality a (name, nth)
        where not exists (select from came where came.examination = (sitting ->> '_id')::uuid and came.subject = name)), '[]'))
      else sitting end order by place) as list
    from jsonb_array_elements(snapshot -> 'sittings') with ordinality s (sitting, place)
  ), results as (
    select jsonb_agg(jsonb_build_object('_id', came._id, 'examination', came.sitting - 'awaiting',
      'subject', came.subject, 'scored', came.scored,
      'createdAt', to_char(came."createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'version', came.version, 'locked', true) order by came."createdAt" desc, came._id desc) as list
    from came
  )
  select case when results.list is null then snapshot
    else jsonb_set(jsonb_set(snapshot, '{sittings}', sittings.list), '{results}', results.list || (snapshot -> 'results')) end
  from sittings, results
$$;

-- What was submitted changes by a correction, or by results that were awaited, until the session's last day for them.
create or replace function portal.guard_application() returns trigger language plpgsql as $$
declare
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.status <> 0 then
      raise exception 'an application begins pending';
    end if;
    new.paidprogramme := new.programme;
    return new;
  end if;
  if (new._id, new.code, new.applicant, new.paidprogramme, new.session, new.payment, new.photo, new."createdAt")
    is distinct from
     (old._id, old.code, old.applicant, old.paidprogramme, old.session, old.payment, old.photo, old."createdAt") then
    raise exception 'a submitted application does not change';
  end if;
  moved := new.programme <> old.programme and new.type = old.type and exists (
    select from portal.application_move m
    where m.application = new._id and m."movedAt" = now() and m.fromprogramme = old.programme and m.programme = new.programme
      and new.snapshot = jsonb_set(old.snapshot, '{programme}', m.named));
  if new.programme <> old.programme and not moved then
    raise exception 'an application goes to another programme by a move only' using constraint = 'application_moved';
  end if;
  if not moved and (new.snapshot, new.type) is distinct from (old.snapshot, old.type) and not exists (
    select from portal.record_correction c
    where c.noun = 'application' and c.applicant = new.applicant and c.state in ('Approved', 'Changed')
      and c."decidedAt" = now() and new.snapshot = portal.corrected_snapshot(old.snapshot, c.kind, c.item, c.after)
      and new.type = case when c.kind = 'type' and c.record = new._id then c.after ->> 'type' else old.type end)
    and not (new.type = old.type and new.snapshot = portal.snapshot_with_awaited(old.snapshot)
      and portal.results_may_come(new.session)) then
    raise exception 'a submitted application changes by a correction only' using constraint = 'application_corrected';
  end if;
  if new.status <> old.status and new.status is distinct from
    coalesce((select kind from portal.offer where application = new._id), 0) then
    raise exception 'an application has the status of its offer';
  end if;
  return new;
end $$;

-- Whether a session still waits for results: until the end of its last day in Lagos.
create function portal.results_may_come(wanted uuid) returns boolean language sql stable as $$
  select exists (select from portal.session s
    where s._id = wanted and s.resultsby >= (now() at time zone 'Africa/Lagos')::date)
$$;

alter table portal.review
  add column results text constraint review_results check (results in ('Awaited', 'Overdue')),
  add column "resultsRemindedAt" timestamptz;
create index review_by_results on portal.review (results, "createdAt", _id) where results is not null;

create function portal.review_follows_results() returns trigger language plpgsql as $$
declare
  waits boolean := jsonb_path_exists(new.snapshot, '$.sittings[*].awaiting[*]');
begin
  update portal.review r set results = case when waits then coalesce(r.results, 'Awaited') end
  where r._id = new._id and (r.results is not null) <> waits;
  return null;
end $$;
-- By name after the one that makes the desk's row.
create trigger application_review_results after insert or update of snapshot on portal.application
  for each row execute function portal.review_follows_results();
