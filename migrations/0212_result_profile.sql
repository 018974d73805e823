-- The rule-book of grading, in versions: bands, pass mark, maxima, attempts, classes of pass, standing; and who is graded by which.

create table portal.result_profile (
  _id uuid primary key,
  name text not null constraint result_profile_name_length check (char_length(name) between 2 and 80),
  description text not null constraint result_profile_description_length check (char_length(description) between 2 and 500),
  status boolean not null default true,
  -- From which total a course is passed.
  passmark smallint not null default 40 constraint result_profile_passmark check (passmark between 1 and 100),
  camax smallint not null default 40 constraint result_profile_camax check (camax between 0 and 100),
  exammax smallint not null default 60 constraint result_profile_exammax check (exammax between 0 and 100),
  -- Which attempts at a course count in the CGPA.
  attempts text not null default 'All' constraint result_profile_attempts check (attempts in ('All', 'Best', 'Last')),
  -- Codes that count as a fail: the units without a point. The others count nothing.
  failing text[] not null default array['Absent', 'Malpractice', 'No CA'] constraint result_profile_failing check (
    failing <@ array['Absent', 'Excused', 'Malpractice', 'No CA']),
  -- Units of a semester; null for those of the programme.
  minunits smallint constraint result_profile_minunits check (minunits between 0 and 60),
  maxunits smallint constraint result_profile_maxunits check (maxunits between 1 and 60),
  -- Units that are passed before the award; null for no such rule.
  awardunits smallint constraint result_profile_awardunits check (awardunits between 1 and 400),
  -- The version before, which older cohorts keep.
  copiedfrom uuid constraint result_profile_copiedfrom references portal.result_profile,
  -- Since when results stand by it: from then on its rules stay.
  "usedAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || description)) stored,
  constraint result_profile_maxima check (camax + exammax = 100),
  constraint result_profile_units check (minunits <= maxunits)
);
create unique index result_profile_named on portal.result_profile (lower(name));
create index result_profile_by_name on portal.result_profile (name, _id);
create index result_profile_by_createdat on portal.result_profile ("createdAt", _id);
create index result_profile_search on portal.result_profile using gin (search gin_trgm_ops);

-- Which grade and point a total has. Whole numbers, both ends within.
create table portal.score_band (
  _id uuid primary key,
  profile uuid not null constraint score_band_profile references portal.result_profile on delete cascade,
  "from" smallint not null constraint score_band_from check ("from" between 0 and 100),
  "to" smallint not null constraint score_band_to check ("to" between 0 and 100),
  -- With at most two decimals.
  point numeric(4, 2) not null constraint score_band_point check (point between 0 and 10),
  grade text not null constraint score_band_grade check (char_length(grade) between 1 and 4),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint score_band_ends check ("from" <= "to"),
  constraint score_band_apart exclude using gist (profile with =, int4range("from", "to", '[]') with &&) deferrable,
  constraint score_band_grades unique (profile, grade) deferrable
);
create index score_band_by_from on portal.score_band (profile, "from", _id);
create index score_band_by_createdat on portal.score_band ("createdAt", _id);

-- Classes of pass: from this CGPA up to below the next one.
create table portal.class_of_pass (
  profile uuid not null constraint class_of_pass_profile references portal.result_profile on delete cascade,
  name text not null constraint class_of_pass_name check (char_length(name) between 2 and 40),
  "from" numeric(4, 2) not null constraint class_of_pass_from check ("from" between 0 and 10),
  primary key (profile, "from"),
  constraint class_of_pass_named unique (profile, name)
);

-- The standing of who was below an average at the end of so many semesters in a row.
create table portal.standing_rule (
  profile uuid not null constraint standing_rule_profile references portal.result_profile on delete cascade,
  standing text not null constraint standing_rule_standing check (standing in ('Warning', 'Probation', 'Withdrawal')),
  measure text not null default 'CGPA' constraint standing_rule_measure check (measure in ('GPA', 'CGPA')),
  below numeric(4, 2) not null constraint standing_rule_below check (below > 0 and below <= 10),
  semesters smallint not null default 1 constraint standing_rule_semesters check (semesters between 1 and 8),
  primary key (profile, standing)
);

-- Who is graded by which: a programme's entrants of a session, and of those after it until another is named. Without a programme: all
-- that have none of their own.
create table portal.result_profile_use (
  _id uuid primary key,
  programme uuid constraint result_profile_use_programme references portal.programme,
  session uuid not null constraint result_profile_use_session references portal.session,
  profile uuid not null constraint result_profile_use_profile references portal.result_profile,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint result_profile_use_once unique nulls not distinct (programme, session)
);
create index result_profile_use_of_profile on portal.result_profile_use (profile);
create index result_profile_use_by_createdat on portal.result_profile_use ("createdAt", _id);

-- The ordinal of a semester in a programme; without a programme that of all which have none of their own.
create table portal.step (
  _id uuid primary key,
  programme uuid constraint step_programme references portal.programme,
  level smallint not null constraint step_level check (level between 100 and 900 and level % 100 = 0),
  semester smallint not null constraint step_semester check (semester between 1 and 2),
  step smallint not null constraint step_step check (step between 1 and 30),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint step_once unique nulls not distinct (programme, level, semester) deferrable,
  constraint step_ordinal unique nulls not distinct (programme, step) deferrable
);
create index step_by_step on portal.step (step, _id);
create index step_by_createdat on portal.step ("createdAt", _id);

-- What results stand by is another version's to change.
create function portal.keep_used_profile() returns trigger language plpgsql as $$
declare
  rest text[] := array['name', 'description', 'status', 'usedAt', 'version', 'updatedAt', 'search'];
begin
  if tg_op = 'DELETE' and old."usedAt" is not null or tg_op = 'UPDATE' and old."usedAt" is not null
      and ((to_jsonb(new) - rest) is distinct from (to_jsonb(old) - rest) or new."usedAt" is null) then
    raise exception 'results stand by this profile' using errcode = '23514', constraint = 'result_profile_used', table = 'result_profile';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger result_profile_kept before update or delete on portal.result_profile
  for each row execute function portal.keep_used_profile();

create function portal.keep_used_rules() returns trigger language plpgsql as $$
declare
  of uuid := case when tg_op = 'DELETE' then old.profile else new.profile end;
begin
  -- Whoever publishes by it waits, or is seen.
  perform from portal.result_profile p where p._id = of for share;
  if exists (select from portal.result_profile p where p._id = of and p."usedAt" is not null)
      or tg_op = 'UPDATE' and exists (select from portal.result_profile p where p._id = old.profile and p."usedAt" is not null) then
    raise exception 'results stand by this profile' using errcode = '23514', constraint = 'result_profile_used', table = 'result_profile';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger score_band_kept before insert or update or delete on portal.score_band
  for each row execute function portal.keep_used_rules();
create trigger class_of_pass_kept before insert or update or delete on portal.class_of_pass
  for each row execute function portal.keep_used_rules();
create trigger standing_rule_kept before insert or update or delete on portal.standing_rule
  for each row execute function portal.keep_used_rules();
