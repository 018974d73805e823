-- What a head of department advises about an application, and the dean's answer to it.

-- Every decision that was ever made, in its order. The newest may stand no more: recommendation_standing says.
create table portal.recommendation (
  _id uuid primary key,
  application uuid not null constraint recommendation_application references portal.application,
  decision text not null constraint recommendation_decision check (decision in ('Recommended', 'Not recommended')),
  kind text not null constraint recommendation_kind check (char_length(kind) between 2 and 60),
  -- In the head's own words.
  reason text,
  recommendedby uuid not null constraint recommendation_recommendedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  constraint recommendation_whose unique (_id, recommendedby),
  constraint recommendation_reason check (char_length(reason) between 2 and 500),
  constraint recommendation_explained check (decision = 'Recommended' or reason is not null)
);
create index recommendation_of_application on portal.recommendation (application, "createdAt");
create trigger recommendation_kept before update or delete or truncate on portal.recommendation
  for each statement execute function portal.refuse_change();

-- A dean's answer, where the college asks for one. Nobody answers what they recommended themselves.
create table portal.countersignature (
  recommendation uuid primary key,
  recommendedby uuid not null,
  answer text not null constraint countersignature_answer check (answer in ('Countersigned', 'Sent back')),
  reason text,
  countersignedby uuid not null constraint countersignature_countersignedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  constraint countersignature_recommendation foreign key (recommendation, recommendedby)
    references portal.recommendation (_id, recommendedby),
  constraint countersignature_two_people check (countersignedby <> recommendedby),
  constraint countersignature_reason check (char_length(reason) between 2 and 500),
  constraint countersignature_explained check (answer = 'Countersigned' or reason is not null)
);
create trigger countersignature_kept before update or delete or truncate on portal.countersignature
  for each statement execute function portal.refuse_change();

-- The decision in force, one for each application that has one. A file that goes back to the desk loses it.
create table portal.recommendation_standing (
  application uuid primary key constraint recommendation_standing_application references portal.application,
  recommendation uuid not null constraint recommendation_standing_recommendation references portal.recommendation,
  decision text not null,
  -- What a dean said to it.
  answer text
);

-- The same at the review, by which lists find it: null while nothing is decided.
alter table portal.review
  add column answer text constraint review_answer check (answer in ('Not yet', 'Countersigned', 'Sent back'));
create index review_by_answer on portal.review (answer, "createdAt", _id) where answer is not null;

create function portal.recommendation_stands() returns trigger language plpgsql as $$
begin
  insert into portal.recommendation_standing (application, recommendation, decision)
    values (new.application, new._id, new.decision)
  on conflict (application) do update
    set recommendation = excluded.recommendation, decision = excluded.decision, answer = null;
  update portal.review set answer = 'Not yet' where _id = new.application;
  return null;
end $$;
create trigger recommendation_standing after insert on portal.recommendation
  for each row execute function portal.recommendation_stands();

create function portal.countersignature_stands() returns trigger language plpgsql as $$
begin
  update portal.recommendation_standing set answer = new.answer where recommendation = new.recommendation;
  if not found then
    raise exception 'this recommendation does not stand any more' using constraint = 'countersignature_standing';
  end if;
  update portal.review set answer = new.answer
  where _id = (select application from portal.recommendation where _id = new.recommendation);
  return null;
end $$;
create trigger countersignature_standing after insert on portal.countersignature
  for each row execute function portal.countersignature_stands();

create function portal.recommendation_lapses() returns trigger language plpgsql as $$
begin
  delete from portal.recommendation_standing where application = new._id;
  new.answer = null;
  return new;
end $$;
create trigger review_recommendation before update of state on portal.review
  for each row when (new.state in ('Submitted', 'Checking', 'Checked', 'Refused'))
  execute function portal.recommendation_lapses();

-- Applications whose recommendation is complete by the setting in force: a dean has countersigned, or the college asks none.
create view portal.recommended as
  select s.application, s.recommendation from portal.recommendation_standing s
  where s.decision = 'Recommended' and (
    s.answer is not distinct from 'Countersigned' or
      coalesce((select value from portal.setting where name = 'countersignature'), '"not asked"') = '"not asked"'::jsonb);

-- What waits for a head, and what a head has decided, as lists show it. Names no second table beside the review, so that
-- rows are locked through it; what is looked up is looked up for the rows of a page only.
create view portal.recommendation_line as
  select r._id, r.code, r.name, r.jamb, r.programme, r.session, r.type, r.gender, r.stateoforigin, r.verdict,
    (select count(*)::int from unnest(r.grades) g where g <= 6) as credits,
    (select string_agg((array['A1', 'B2', 'B3', 'C4', 'C5', 'C6', 'D7', 'E8', 'F9'])[g], ' ') from unnest(r.grades) g) as grades,
    r.utme, trim_scale(r.screening)::text as screening, r.state, r.version, r."createdAt", r.search,
    (select n.kind from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
      where s.application = r._id) as kind,
    (select n.reason from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
      where s.application = r._id) as reason,
    (select n.recommendedby from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
      where s.application = r._id) as recommendedby,
    (select n."createdAt" from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
      where s.application = r._id) as "decidedAt",
    r.answer
  from portal.review r where r.state in ('Checked', 'Recommended', 'Not recommended');
