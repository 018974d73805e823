-- The desk's side of an application: where it stands on the way to a decision, and what it is ranked by.

-- Every step that a review may take; review.states.contract.ts holds the same list.
create table portal.review_edge (
  fromstate text not null,
  tostate text not null,
  primary key (fromstate, tostate)
);
insert into portal.review_edge (fromstate, tostate) values
  ('Submitted', 'Checking'),
  ('Submitted', 'Checked'),
  ('Checking', 'Checked'),
  ('Checked', 'Checking'),
  ('Recommended', 'Checking'),
  ('Not recommended', 'Checking'),
  ('Checked', 'Recommended'),
  ('Checked', 'Not recommended'),
  ('Recommended', 'Not recommended'),
  ('Not recommended', 'Recommended'),
  ('Submitted', 'Refused'),
  ('Checking', 'Refused'),
  ('Checked', 'Refused'),
  ('Recommended', 'Refused'),
  ('Not recommended', 'Refused'),
  ('Refused', 'Checking'),
  ('Submitted', 'Offered'),
  ('Checking', 'Offered'),
  ('Checked', 'Offered'),
  ('Recommended', 'Offered'),
  ('Offered', 'Recommended'),
  ('Offered', 'Accepted'),
  ('Offered', 'Lapsed'),
  ('Lapsed', 'Offered'),
  ('Lapsed', 'Accepted'),
  ('Lapsed', 'Recommended');
create trigger review_edge_fixed before insert or update or delete or truncate on portal.review_edge
  for each statement execute function portal.refuse_change();

-- One row for each application, made with it. What stands in it of the application is what the desk searches and sorts by.
create table portal.review (
  -- The application's own.
  _id uuid primary key constraint review_application references portal.application,
  applicant uuid not null,
  session uuid not null,
  programme uuid not null,
  code text not null,
  name text not null,
  jamb text not null,
  phonenumber text not null,
  rrr text not null,
  -- Mode of entry.
  type text not null,
  gender text not null,
  stateoforigin text not null,
  lgaoforigin text not null,
  -- The best grade of each subject over all sittings, as WAEC's points: 1 is A1, 9 is F9; the best first.
  grades smallint[] not null,
  state text not null default 'Submitted',
  -- Of the entry rules on what was submitted; null until judged.
  verdict text constraint review_verdict check (
    verdict in ('Qualifies', 'One subject short', 'Short', 'Nothing to judge by')
  ),
  "judgedAt" timestamptz,
  -- The scores that a merit list weighs; null while nobody has told them.
  utme smallint constraint review_utme check (utme between 0 and 400),
  screening numeric(5, 2) constraint review_screening check (screening between 0 and 100),
  -- Documents that were asked for again and of which nobody has said yet that they will do.
  asked smallint not null default 0 constraint review_asked check (asked >= 0),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (
    lower(' ' || code || ' ' || name || ' ' || jamb || ' ' || phonenumber || ' 0' || substr(phonenumber, 4) || ' ' || rrr)
  ) stored,
  constraint review_state check (state in (
    'Submitted', 'Checking', 'Checked', 'Recommended', 'Not recommended', 'Refused', 'Offered', 'Accepted', 'Lapsed'
  ))
);
create index review_search on portal.review using gin (search gin_trgm_ops);
create index review_by_createdat on portal.review ("createdAt", _id);
create index review_by_name on portal.review (name, _id);
create index review_by_code on portal.review (code, _id);
create index review_of_session on portal.review (session, "createdAt", _id);
create index review_of_programme on portal.review (programme, "createdAt", _id);
create index review_by_state on portal.review (state, "createdAt", _id);
create index review_of_programme_state on portal.review (programme, state, "createdAt", _id);
create index review_by_verdict on portal.review (verdict, "createdAt", _id);
create index review_by_origin on portal.review (stateoforigin, "createdAt", _id);
create index review_by_type on portal.review (type, "createdAt", _id);
create index review_by_gender on portal.review (gender, "createdAt", _id);
create index review_of_applicant on portal.review (applicant);
create index review_jamb on portal.review (jamb);

create function portal.review_grades(snapshot jsonb) returns smallint[] language sql immutable as $$
  select coalesce(array_agg(best order by best), '{}') from (
    select min(array_position(array['A1', 'B2', 'B3', 'C4', 'C5', 'C6', 'D7', 'E8', 'F9'], r ->> 'scored'))::smallint as best
    from jsonb_array_elements(snapshot -> 'results') r group by r ->> 'subject') subject
  where best is not null
$$;

create function portal.open_review() returns trigger language plpgsql as $$
begin
  insert into portal.review (_id, applicant, session, programme, code, name, jamb, phonenumber, rrr, type, gender,
    stateoforigin, lgaoforigin, grades, "createdAt")
  values (new._id, new.applicant, new.session, new.programme, new.code,
    concat_ws(' ', new.snapshot #>> '{bio,lastname}', new.snapshot #>> '{bio,firstname}', new.snapshot #>> '{bio,middlename}'),
    new.snapshot ->> 'jamb', new.snapshot #>> '{bio,phonenumber}', new.snapshot #>> '{fee,rrr}', new.type,
    new.snapshot #>> '{bio,gender}', new.snapshot #>> '{bio,stateoforigin}', new.snapshot #>> '{bio,lgaoforigin}',
    portal.review_grades(new.snapshot), new."createdAt");
  return null;
end $$;
create trigger application_review after insert on portal.application
  for each row execute function portal.open_review();

insert into portal.review (_id, applicant, session, programme, code, name, jamb, phonenumber, rrr, type, gender,
  stateoforigin, lgaoforigin, grades, state, "createdAt")
select a._id, a.applicant, a.session, a.programme, a.code,
  concat_ws(' ', a.snapshot #>> '{bio,lastname}', a.snapshot #>> '{bio,firstname}', a.snapshot #>> '{bio,middlename}'),
  a.snapshot ->> 'jamb', a.snapshot #>> '{bio,phonenumber}', a.snapshot #>> '{fee,rrr}', a.type,
  a.snapshot #>> '{bio,gender}', a.snapshot #>> '{bio,stateoforigin}', a.snapshot #>> '{bio,lgaoforigin}',
  portal.review_grades(a.snapshot),
  case when exists (select from portal.acceptance t where t.application = a._id) then 'Accepted'
    when exists (select from portal.offer o where o.application = a._id and o."lapsedAt" is not null) then 'Lapsed'
    when exists (select from portal.offer o where o.application = a._id) then 'Offered'
    else 'Submitted' end,
  a."createdAt"
from portal.application a;

create function portal.guard_review() returns trigger language plpgsql as $$
begin
  if (new._id, new.applicant, new.session, new.programme, new.code, new.jamb, new.rrr, new.grades, new."createdAt")
    is distinct from
     (old._id, old.applicant, old.session, old.programme, old.code, old.jamb, old.rrr, old.grades, old."createdAt") then
    raise exception 'a review stays with its application';
  end if;
  if new.state <> old.state and not exists (
    select from portal.review_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a review does not go from % to %', old.state, new.state using constraint = 'review_step';
  end if;
  return new;
end $$;
create trigger review_guard before update on portal.review for each row execute function portal.guard_review();
create trigger review_kept before delete or truncate on portal.review
  for each statement execute function portal.refuse_change();

-- What an offer, its lapse and its acceptance mean for the review: the one follows the other, whoever does it.
create function portal.review_follows_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update portal.review set state = 'Offered', version = version + 1, "updatedAt" = now() where _id = new.application;
  elsif tg_op = 'DELETE' then
    update portal.review set state = 'Recommended', version = version + 1, "updatedAt" = now() where _id = old.application;
  elsif new."lapsedAt" is not null and old."lapsedAt" is null then
    update portal.review set state = 'Lapsed', version = version + 1, "updatedAt" = now()
    where _id = new.application and state = 'Offered';
  elsif new."lapsedAt" is null and old."lapsedAt" is not null then
    update portal.review set state = 'Offered', version = version + 1, "updatedAt" = now()
    where _id = new.application and state = 'Lapsed';
  end if;
  return null;
end $$;
create trigger offer_review after insert or update or delete on portal.offer
  for each row execute function portal.review_follows_offer();

create function portal.review_follows_acceptance() returns trigger language plpgsql as $$
begin
  update portal.review set state = 'Accepted', version = version + 1, "updatedAt" = now() where _id = new.application;
  return null;
end $$;
create trigger acceptance_review after insert on portal.acceptance
  for each row execute function portal.review_follows_acceptance();
