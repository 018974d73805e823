-- Corrections of what was handed in: one asks with evidence, another decides, and the old value is kept for good.
create table portal.record_correction (
  _id uuid primary key,
  -- Which kind of record, such as application, and which one of it.
  noun text not null constraint record_correction_noun check (noun ~ '^[a-z_]{2,40}$'),
  record uuid not null,
  -- Whose record it is.
  applicant uuid not null constraint record_correction_applicant references portal.applicant,
  -- What of it, such as names or dateofbirth; and of what there are several, such as results, which one.
  kind text not null constraint record_correction_kind check (kind ~ '^[a-z]{2,40}$'),
  item uuid,
  -- As people call it: "Date of birth".
  about text not null constraint record_correction_about check (char_length(about) between 2 and 200),
  -- The values that change, by the name of their field; and both in words.
  before jsonb not null,
  after jsonb not null,
  oldvalue text not null,
  newvalue text not null,
  -- Neither is asked for of what its owner may change without anybody.
  reason text constraint record_correction_reason check (char_length(reason) between 10 and 500),
  evidence uuid constraint record_correction_evidence references portal.stored_file,
  -- The member of staff who asked; null where the owner did.
  askedby uuid constraint record_correction_askedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  -- Changed: by its owner at once, because it decides nothing.
  state text not null default 'Waiting' constraint record_correction_state check (
    state in ('Waiting', 'Approved', 'Declined', 'Withdrawn', 'Changed')
  ),
  decidedby uuid constraint record_correction_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- The owner reads it.
  decision text constraint record_correction_decision check (char_length(decision) between 2 and 500),
  -- What stayed as it was although this was approved, in sentences: a frozen list, a released offer.
  stays jsonb not null default '[]',
  -- As they stood when it was asked, for the list.
  code text not null,
  name text not null,
  jamb text not null,
  search text not null generated always as (
    lower(' ' || code || ' ' || name || ' ' || jamb || ' ' || about || ' ' || oldvalue || ' ' || newvalue || ' ' || coalesce(reason, ''))
  ) stored,
  constraint record_correction_changes check (before <> after),
  constraint record_correction_two_people check (
    state not in ('Approved', 'Declined') or decidedby is not null and decidedby is distinct from askedby
  ),
  constraint record_correction_decided check ((state = 'Waiting') = ("decidedAt" is null)),
  constraint record_correction_shown check (state = 'Changed' or evidence is not null and reason is not null),
  constraint record_correction_own check (state <> 'Changed' or askedby is null and decidedby is null)
);
create unique index record_correction_one_waits on portal.record_correction
  (noun, record, kind, coalesce(item, '00000000-0000-0000-0000-000000000000')) where state = 'Waiting';
create index record_correction_of on portal.record_correction (noun, record, "createdAt");
create index record_correction_of_applicant on portal.record_correction (applicant, "createdAt");
create index record_correction_evidence_of on portal.record_correction (evidence) where evidence is not null;
create index record_correction_search on portal.record_correction using gin (search gin_trgm_ops);
create index record_correction_by_createdat on portal.record_correction ("createdAt", _id);
create index record_correction_by_state on portal.record_correction (state, "createdAt", _id);
create index record_correction_by_askedby on portal.record_correction (askedby, "createdAt", _id);
create trigger record_correction_kept before delete or truncate on portal.record_correction
  for each statement execute function portal.refuse_change();

create function portal.guard_record_correction() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('Waiting', 'Changed') then
      raise exception 'a correction begins as a request, or as a change by its owner';
    end if;
    return new;
  end if;
  if old.state <> 'Waiting' or
    (new._id, new.noun, new.record, new.applicant, new.kind, new.item, new.about, new.before, new.after, new.oldvalue,
      new.newvalue, new.reason, new.evidence, new.askedby, new."createdAt", new.code, new.name, new.jamb)
    is distinct from
    (old._id, old.noun, old.record, old.applicant, old.kind, old.item, old.about, old.before, old.after, old.oldvalue,
      old.newvalue, old.reason, old.evidence, old.askedby, old."createdAt", old.code, old.name, old.jamb)
    or new.state = 'Changed' then
    raise exception 'a correction is decided once, and what was asked does not change' using constraint = 'record_correction_step';
  end if;
  return new;
end $$;
create trigger record_correction_guard before insert or update on portal.record_correction
  for each row execute function portal.guard_record_correction();

-- An application's copy with one correction in it.
create function portal.corrected_snapshot(snapshot jsonb, kind text, item uuid, after jsonb) returns jsonb
language sql immutable as $$
  select case kind
    when 'type' then snapshot
    when 'jamb' then snapshot || after
    when 'result' then jsonb_set(snapshot, '{results}', (
      select coalesce(jsonb_agg(case when one ->> '_id' = item::text then one || after else one end order by place), '[]')
      from jsonb_array_elements(snapshot -> 'results') with ordinality r (one, place)))
    when 'sitting' then jsonb_set(jsonb_set(snapshot, '{sittings}', (
      select coalesce(jsonb_agg(case when one ->> '_id' = item::text then one || after else one end order by place), '[]')
      from jsonb_array_elements(snapshot -> 'sittings') with ordinality s (one, place))), '{results}', (
      select coalesce(jsonb_agg(case when one #>> '{examination,_id}' = item::text
        then jsonb_set(one, '{examination}', (one -> 'examination') || after) else one end order by place), '[]')
      from jsonb_array_elements(snapshot -> 'results') with ordinality r (one, place)))
    else jsonb_set(snapshot, '{bio}', (snapshot -> 'bio') || after)
  end
$$;

-- What was submitted stays as it was submitted, but for a correction that is agreed to in this very transaction.
create or replace function portal.guard_application() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 0 then
      raise exception 'an application begins pending';
    end if;
    return new;
  end if;
  if (new._id, new.code, new.applicant, new.programme, new.session, new.payment, new.photo, new."createdAt")
    is distinct from
     (old._id, old.code, old.applicant, old.programme, old.session, old.payment, old.photo, old."createdAt") then
    raise exception 'a submitted application does not change';
  end if;
  if (new.snapshot, new.type) is distinct from (old.snapshot, old.type) and not exists (
    select from portal.record_correction c
    where c.noun = 'application' and c.applicant = new.applicant and c.state in ('Approved', 'Changed')
      and c."decidedAt" = now() and new.snapshot = portal.corrected_snapshot(old.snapshot, c.kind, c.item, c.after)
      and new.type = case when c.kind = 'type' and c.record = new._id then c.after ->> 'type' else old.type end) then
    raise exception 'a submitted application changes by a correction only' using constraint = 'application_corrected';
  end if;
  if new.status <> old.status and new.status is distinct from
    coalesce((select kind from portal.offer where application = new._id), 0) then
    raise exception 'an application has the status of its offer';
  end if;
  return new;
end $$;

-- The desk's copy of it follows. When it was corrected last is told apart, where a merit list may hang on it.
alter table portal.review add column "correctedAt" timestamptz;

create or replace function portal.guard_review() returns trigger language plpgsql as $$
begin
  if (new._id, new.applicant, new.session, new.programme, new.code, new.rrr, new."createdAt")
    is distinct from
     (old._id, old.applicant, old.session, old.programme, old.code, old.rrr, old."createdAt") then
    raise exception 'a review stays with its application';
  end if;
  if (new.jamb, new.grades) is distinct from (old.jamb, old.grades) and not exists (
    select from portal.application a
    where a._id = new._id and a.snapshot ->> 'jamb' = new.jamb and portal.review_grades(a.snapshot) = new.grades) then
    raise exception 'a review stays with its application';
  end if;
  if new.state <> old.state and not exists (
    select from portal.review_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a review does not go from % to %', old.state, new.state using constraint = 'review_step';
  end if;
  return new;
end $$;

create function portal.review_follows_correction() returns trigger language plpgsql as $$
declare
  fullname text := concat_ws(' ', new.snapshot #>> '{bio,lastname}', new.snapshot #>> '{bio,firstname}', new.snapshot #>> '{bio,middlename}');
  newgrades smallint[] := portal.review_grades(new.snapshot);
begin
  update portal.review r set
    name = fullname, jamb = new.snapshot ->> 'jamb', phonenumber = new.snapshot #>> '{bio,phonenumber}', type = new.type,
    gender = new.snapshot #>> '{bio,gender}', stateoforigin = new.snapshot #>> '{bio,stateoforigin}',
    lgaoforigin = new.snapshot #>> '{bio,lgaoforigin}', grades = newgrades,
    -- What the entry rules say is asked anew, in the same transaction or within a minute.
    judgedby = case when new.snapshot -> 'results' is distinct from old.snapshot -> 'results' then null else r.judgedby end,
    -- Scores are told by JAMB number: those of another number are another's, but for what an offer was given by.
    utme = case when r.jamb = new.snapshot ->> 'jamb' or r.state in ('Offered', 'Accepted') then r.utme end,
    screening = case when r.jamb = new.snapshot ->> 'jamb' or r.state in ('Offered', 'Accepted') then r.screening end,
    "correctedAt" = case when (r.jamb, r.type, r.gender, r.stateoforigin, r.lgaoforigin, new.snapshot -> 'results') is distinct from
        (new.snapshot ->> 'jamb', new.type, new.snapshot #>> '{bio,gender}', new.snapshot #>> '{bio,stateoforigin}',
          new.snapshot #>> '{bio,lgaoforigin}', old.snapshot -> 'results')
      then now() else r."correctedAt" end,
    version = r.version + 1, "updatedAt" = now()
  where r._id = new._id;
  return null;
end $$;
create trigger application_corrected after update on portal.application for each row
  when (old.snapshot is distinct from new.snapshot or old.type is distinct from new.type)
  execute function portal.review_follows_correction();

-- A released offer keeps its terms; whose it is, it says as the application does.
create or replace function portal.guard_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (
      select from portal.offer_recall r where r.application = old.application and r."releasedAt" = old."releasedAt") then
      raise exception 'an offer goes by a recall only';
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

create function portal.offer_follows_correction() returns trigger language plpgsql as $$
begin
  update portal.offer set name = new.name, jamb = new.jamb where application = new._id;
  return null;
end $$;
create trigger review_corrected after update on portal.review for each row
  when (old.name is distinct from new.name or old.jamb is distinct from new.jamb)
  execute function portal.offer_follows_correction();

-- Whether a later session has begun to take applications.
create function portal.session_is_over(wanted uuid) returns boolean language sql stable as $$
  select exists (
    select from portal.session s join portal.session later on later._id <> s._id
    where s._id = wanted and later.admission and later.opens <= now() and later.opens > coalesce(s.opens, '-infinity'))
$$;

-- Whether what an applicant has filled in is free again although applications were submitted with it: once a later session
-- admits than theirs. What was submitted keeps its copy.
create function portal.papers_free(owner uuid) returns boolean language sql stable as $$
  select coalesce(bool_and(portal.session_is_over(a.session)), false) from portal.application a where a.applicant = owner
$$;
