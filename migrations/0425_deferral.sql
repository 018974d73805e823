-- A place that its applicant takes a session later. Two people keep it in the session that admits then: the application there costs
-- nothing, and the place is offered again once it is made. The application of the first session stays given up.
alter table portal.departure
  add column returnsession uuid constraint departure_returnsession references portal.session,
  -- The application on which it was offered again.
  add column returned uuid constraint departure_returned unique constraint departure_returned_application references portal.application,
  add column "returnedAt" timestamptz,
  -- Why it could not be offered yet, as the round was told last.
  add column trouble text,
  add constraint departure_kept check ((returnsession is not null) = (kind = 'Deferred' and state = 'Reinstated')),
  add constraint departure_came_back check (
    (returned is null) = ("returnedAt" is null) and (returned is null or returnsession is not null and trouble is null)
  );
create index departure_to_return on portal.departure (returnsession, "createdAt") where returnsession is not null and returned is null;

create function portal.guard_departure_return() returns trigger language plpgsql as $$
begin
  if (old.returnsession is not null and new.returnsession is distinct from old.returnsession)
    or (old.returned is not null and new.returned is distinct from old.returned) then
    raise exception 'a place that was deferred comes back once';
  end if;
  if new.returned is not null and old.returned is null and not exists (
    select from portal.application a join portal.offer o on o.application = a._id
    where a._id = new.returned and (a.applicant, a.programme, a.session) = (new.applicant, new.programme, new.returnsession)) then
    raise exception 'a place that was deferred comes back by an offer of the same programme in the session that it is kept for';
  end if;
  return new;
end $$;
create trigger departure_return_guard before update on portal.departure
  for each row execute function portal.guard_departure_return();

-- What was deferred stays so in the first session, whatever comes of it later.
create or replace function portal.review_follows_departure() returns trigger language plpgsql as $$
begin
  if new.kind = 'Deferred' and new.state = 'Reinstated' then
    return null;
  end if;
  update portal.review set version = version + 1, "updatedAt" = now(),
    state = case when new.state = 'Reinstated' then 'Checking' else new.kind end
  where _id = new.application;
  if tg_op = 'INSERT' then
    update portal.document_request set state = 'Withdrawn', "closedAt" = now(), remark = 'The applicant gave it up', version = version + 1
    where application = new.application and state in ('Awaited', 'Arrived');
  end if;
  return null;
end $$;
alter table portal.review_edge disable trigger review_edge_fixed;
delete from portal.review_edge where fromstate = 'Deferred' or fromstate = 'Lapsed' and tostate = 'Deferred';
alter table portal.review_edge enable trigger review_edge_fixed;

create or replace view portal.reason_count as
  select md5(concat_ws(' ', session, programme, what, reason))::uuid as _id, session, programme, what, reason, count(*)::integer as count,
    (count(*) filter (where late))::integer as late, max("createdAt") as "createdAt"
  from (
    select session, programme, kind as what, reason, late, "createdAt" from portal.departure
    where state <> 'Reinstated' or kind = 'Deferred'
    union all
    select list.session, line.programme, 'Refused', line.reason, false, line."outAt"
    from portal.release_line line join portal.release list on list._id = line.release
    where line.kind is null and line.standing = 'Out'
    union all
    select r.session, r.programme, 'Not recommended', said.kind, false, said."createdAt"
    from portal.recommendation_standing s join portal.recommendation said on said._id = s.recommendation
      join portal.review r on r._id = s.application
    where s.decision = 'Not recommended') told
  group by session, programme, what, reason;

-- Who deferred does not pay for applying again. What it rests on is the departure, so it needs no paper of its own.
alter table portal.fee_waiver
  alter column evidence drop not null,
  drop constraint fee_waiver_kind,
  add constraint fee_waiver_kind check (kind in ('Waiver', 'Free place', 'Sponsor', 'Deferred place')),
  add constraint fee_waiver_evidenced check ((evidence is null) = (kind = 'Deferred place'));
