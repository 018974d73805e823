-- What applicants give up themselves: an application that they withdraw before its decision, an offer that they decline, a place that
-- they take a session later. Each keeps its reason, is counted, and lets two people of the office take the applicant back.

create table portal.departure (
  _id uuid primary key,
  kind text not null constraint departure_kind check (kind in ('Withdrawn', 'Declined', 'Deferred')),
  application uuid not null constraint departure_application references portal.application,
  applicant uuid not null,
  programme uuid not null,
  session uuid not null,
  code text not null,
  name text not null,
  jamb text not null,
  -- As the college's list called it on that day.
  reason text not null constraint departure_reason check (char_length(reason) between 2 and 80),
  words text constraint departure_words check (char_length(words) between 2 and 500),
  -- After the day by which the college had promised its decision.
  late boolean not null default false,
  -- The offer as it stood; null for a withdrawn application.
  offered smallint,
  condition text,
  terms jsonb,
  due date,
  "releasedAt" timestamptz,
  "lapsedAt" timestamptz,
  reminders smallint,
  release uuid,
  letter uuid,
  -- Whether two people have taken the applicant back, or somebody proposes it.
  state text not null default 'Stands' constraint departure_state check (state in ('Stands', 'Proposed', 'Reinstated')),
  why text constraint departure_why check (char_length(why) between 2 and 500),
  proposedby uuid constraint departure_proposedby references portal.staff,
  decidedby uuid constraint departure_decidedby references portal.staff,
  "decidedAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || name || ' ' || jamb)) stored,
  constraint departure_offer check (
    case when kind = 'Withdrawn' then num_nonnulls(offered, terms, due, "releasedAt") = 0
      else num_nulls(offered, terms, due, "releasedAt") = 0 end
  ),
  constraint departure_two_people check (state <> 'Reinstated' or decidedby <> proposedby),
  constraint departure_decided check (
    (state = 'Stands') = (proposedby is null) and (state = 'Stands') = (why is null)
    and (state = 'Reinstated') = (decidedby is not null) and (decidedby is null) = ("decidedAt" is null)
  )
);
-- Nobody gives up twice what was given back never.
create unique index departure_once on portal.departure (application) where state <> 'Reinstated';
create index departure_of on portal.departure (applicant, "createdAt" desc);
create index departure_of_application on portal.departure (application, "createdAt" desc);
create index departure_search on portal.departure using gin (search gin_trgm_ops);
create index departure_by_time on portal.departure ("createdAt", _id);
create index departure_by_name on portal.departure (name, _id);
create index departure_of_kind on portal.departure (kind, "createdAt", _id);
create index departure_of_state on portal.departure (state, "createdAt", _id);
create index departure_of_programme on portal.departure (programme, "createdAt", _id);
create index departure_of_session on portal.departure (session, "createdAt", _id);

create function portal.guard_departure() returns trigger language plpgsql as $$
begin
  if (new._id, new.kind, new.application, new.applicant, new.programme, new.session, new.code, new.name, new.jamb, new.reason,
      new.words, new.late, new.offered, new.condition, new.terms, new.due, new."releasedAt", new."lapsedAt", new.reminders, new.release,
      new.letter, new."createdAt")
    is distinct from
     (old._id, old.kind, old.application, old.applicant, old.programme, old.session, old.code, old.name, old.jamb, old.reason,
      old.words, old.late, old.offered, old.condition, old.terms, old.due, old."releasedAt", old."lapsedAt", old.reminders, old.release,
      old.letter, old."createdAt") then
    raise exception 'what was given up stays as it was';
  end if;
  if not (old.state = new.state or (old.state, new.state) in (('Stands', 'Proposed'), ('Proposed', 'Stands'), ('Proposed', 'Reinstated'))) then
    raise exception 'a departure does not go from % to %', old.state, new.state using constraint = 'departure_step';
  end if;
  return new;
end $$;
create trigger departure_guard before update on portal.departure for each row execute function portal.guard_departure();
create trigger departure_kept before delete or truncate on portal.departure
  for each statement execute function portal.refuse_change();

-- Nothing more is asked of who has given up.
alter table portal.document_request drop constraint document_request_closed, add constraint document_request_closed check (
  (state in ('Awaited', 'Arrived')) = ("closedAt" is null) and (closedby is null or "closedAt" is not null)
  and ("closedAt" is null or closedby is not null or state = 'Withdrawn')
);

-- The desk's file follows: it stands where its applicant left it, until it is taken back.
alter table portal.review drop constraint review_state, add constraint review_state check (state in (
  'Submitted', 'Checking', 'Checked', 'Recommended', 'Not recommended', 'Refused', 'Offered', 'Accepted', 'Lapsed',
  'Withdrawn', 'Declined', 'Deferred'
));
alter table portal.review_edge disable trigger review_edge_fixed;
insert into portal.review_edge (fromstate, tostate) values
  ('Submitted', 'Withdrawn'), ('Checking', 'Withdrawn'), ('Checked', 'Withdrawn'), ('Recommended', 'Withdrawn'),
  ('Not recommended', 'Withdrawn'),
  ('Offered', 'Declined'), ('Lapsed', 'Declined'), ('Offered', 'Deferred'), ('Lapsed', 'Deferred'),
  ('Withdrawn', 'Checking'), ('Declined', 'Checking'), ('Deferred', 'Checking');
alter table portal.review_edge enable trigger review_edge_fixed;

create function portal.review_follows_departure() returns trigger language plpgsql as $$
begin
  update portal.review set version = version + 1, "updatedAt" = now(),
    state = case when new.state = 'Reinstated' then 'Checking' else new.kind end
  where _id = new.application;
  if tg_op = 'INSERT' then
    update portal.document_request set state = 'Withdrawn', "closedAt" = now(), remark = 'The applicant gave it up', version = version + 1
    where application = new.application and state in ('Awaited', 'Arrived');
  end if;
  return null;
end $$;
create trigger departure_review after insert on portal.departure
  for each row execute function portal.review_follows_departure();
create trigger departure_reinstated after update on portal.departure
  for each row when (new.state = 'Reinstated' and old.state <> 'Reinstated') execute function portal.review_follows_departure();

-- An offer goes by a recall or by its applicant, each of which keeps its copy.
create or replace function portal.guard_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (
      select from portal.offer_recall r where r.application = old.application and r."releasedAt" = old."releasedAt")
      and not exists (
      select from portal.departure d where d.application = old.application and d."releasedAt" = old."releasedAt"
        and d.state <> 'Reinstated') then
      raise exception 'an offer goes by a recall only, or by its applicant';
    end if;
    return old;
  end if;
  if (new.application, new.applicant, new.programme, new.session, new.kind, new.condition, new.terms, new."releasedAt",
      new.code, new.release, new.letter)
    is distinct from
     (old.application, old.applicant, old.programme, old.session, old.kind, old.condition, old.terms, old."releasedAt",
      old.code, old.release, old.letter)
    or (new.name, new.jamb) is distinct from (old.name, old.jamb) and not exists (
      select from portal.review r where r._id = new.application and r.name = new.name and r.jamb = new.jamb) then
    raise exception 'a released offer does not change';
  end if;
  return new;
end $$;

create or replace function portal.review_follows_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update portal.review set state = 'Offered', version = version + 1, "updatedAt" = now() where _id = new.application;
  elsif tg_op = 'DELETE' then
    update portal.review set version = version + 1, "updatedAt" = now(),
      state = case when exists (select from portal.recommendation_standing s
        where s.application = old.application and s.decision = 'Recommended') then 'Recommended' else 'Checking' end
    where _id = old.application and not exists (
      select from portal.departure d where d.application = old.application and d.state <> 'Reinstated');
  elsif new."lapsedAt" is not null and old."lapsedAt" is null then
    update portal.review set state = 'Lapsed', version = version + 1, "updatedAt" = now()
    where _id = new.application and state = 'Offered';
  elsif new."lapsedAt" is null and old."lapsedAt" is not null then
    update portal.review set state = 'Offered', version = version + 1, "updatedAt" = now()
    where _id = new.application and state = 'Lapsed';
  end if;
  return null;
end $$;

-- Every offer with where it stands, those that were recalled or given up among them.
create or replace view portal.offer_line as
  select application as _id, application, "releasedAt" as "createdAt", code, name, jamb, programme, session,
    case kind when 1 then 'Provisional' else 'Conditional' end as kind, standing, due,
    case when standing = 'Waiting' then due - (now() at time zone 'Africa/Lagos')::date end as daysleft,
    reminders::integer as reminders, release, search
  from portal.offer
  union all
  select _id, application, "releasedAt", code, name, jamb, programme, session,
    case kind when 1 then 'Provisional' else 'Conditional' end, 'Recalled', due, null, reminders::integer, release, search
  from portal.offer_recall
  union all
  select _id, application, "releasedAt", code, name, jamb, programme, session,
    case offered when 1 then 'Provisional' else 'Conditional' end, kind, due, null, reminders::integer, release, search
  from portal.departure where offered is not null;

-- Money for a place that its applicant had given up buys nothing, and waits at the money desk.
alter table portal.payment_reference
  add column givenup boolean not null default false,
  drop constraint payment_reference_surplus,
  add constraint payment_reference_surplus check (
    surplus in ('second', 'late', 'closed', 'other-place', 'recalled', 'given-up', 'withdrawn', 'called-off')
  );

insert into portal.payment_exception_kind (kind, byword, bystate) values ('Paid for a place given up', true, true);

create or replace function portal.waits_for(p portal.payment_reference, e portal.payment_event) returns text language sql stable as $$
  select case
    when p.state = 'HELD' then case
      when e.amount_kobo is not null and e.amount_kobo <> p.amount_kobo and e.rrr = p.rrr and e.orderid = p.orderid then 'Wrong amount'
      else 'Answer differs' end
    when p.state = 'PARKED' then 'Reference unclear'
    when p.state = 'SUSPENSE' and p.creditused is null then 'Put aside'
    when p.state = 'PAID' and portal.credit_of(p._id) > 0 then case p.surplus
      when 'late' then 'Paid late' when 'closed' then 'Paid late' when 'other-place' then 'Paid for another place' when 'second' then 'Paid twice'
      when 'recalled' then 'Paid for a recalled offer' when 'given-up' then 'Paid for a place given up'
      when 'called-off' then 'Paid after calling off'
      else case when exists (select from portal.ledger_journal where payment = p._id and kind = 'again') then 'Paid twice'
        when p.purpose = 'tuition' then 'Bill overpaid'
        else 'Overpaid' end end
    -- A bill takes whatever is paid on it, by whichever of its references.
    when p.state = 'PAID' and p.surplus is null and e.fromstate in ('CANCELLED', 'EXPIRED') and e.correction is null
      and p.purpose <> 'tuition' then 'Old reference paid'
    when p.state = 'REVERSED' and portal.owed_of(p._id) > 0 then 'Taken back after withdrawal'
    when p.state = 'REVERSED' and (p.application is not null or p.purpose in ('tuition', 'service') and p.surplus is null
      or exists (select from portal.acceptance where payment = p._id)) then 'Taken back after use'
  end
$$;

-- Why people do not come, and why they are not taken: counted by programme, session, what it was and reason.
create view portal.reason_count as
  select md5(concat_ws(' ', session, programme, what, reason))::uuid as _id, session, programme, what, reason, count(*)::integer as count,
    (count(*) filter (where late))::integer as late, max("createdAt") as "createdAt"
  from (
    select session, programme, kind as what, reason, late, "createdAt" from portal.departure where state <> 'Reinstated'
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
