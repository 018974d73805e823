-- Merit lists: how a session's applications are weighed, every run of it, and each application's place with its reason.

-- Weights, cut-offs and quotas of a session, as the office edits them. A run keeps a copy of its own.
create table portal.merit_scheme (
  session uuid primary key constraint merit_scheme_session references portal.session,
  scheme jsonb not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

-- Every step that a run may take; merit-list.states.contract.ts holds the same list.
create table portal.merit_edge (
  fromstate text not null,
  tostate text not null,
  primary key (fromstate, tostate)
);
insert into portal.merit_edge (fromstate, tostate) values
  ('Draft', 'Proposed'),
  ('Proposed', 'Draft'),
  ('Proposed', 'Frozen'),
  ('Draft', 'Discarded'),
  ('Proposed', 'Discarded');

create table portal.merit_run (
  _id uuid primary key,
  session uuid not null constraint merit_run_session references portal.session,
  -- Of the runs of its session, from 1.
  version integer not null,
  state text not null default 'Draft' constraint merit_run_state check (state in ('Draft', 'Proposed', 'Frozen', 'Discarded')),
  -- Weights, cut-offs and quotas as they were.
  scheme jsonb not null,
  -- What it is for, in the maker's words.
  note text constraint merit_run_note check (char_length(note) between 2 and 200),
  -- Applications in it, and how many of them have a seat, or wait for one.
  applications integer not null default 0,
  offers integer not null default 0,
  waiting integer not null default 0,
  -- How many were entered or taken off by hand.
  entries integer not null default 0,
  madeby uuid not null constraint merit_run_madeby references portal.staff,
  proposedby uuid constraint merit_run_proposedby references portal.staff,
  "proposedAt" timestamptz,
  approvedby uuid constraint merit_run_approvedby references portal.staff,
  -- SHA-256 of everything in it, once frozen: portal.merit_hash.
  hash text,
  "createdAt" timestamptz not null default now(),
  "frozenAt" timestamptz,
  -- Why it was given up.
  discarded text constraint merit_run_discarded check (char_length(discarded) between 2 and 500),
  constraint merit_run_version unique (session, version),
  constraint merit_run_two_people check (approvedby <> proposedby),
  constraint merit_run_proposed check (state not in ('Proposed', 'Frozen') or (proposedby is not null and "proposedAt" is not null)),
  constraint merit_run_frozen check (
    (state = 'Frozen') = ("frozenAt" is not null and approvedby is not null and hash is not null)
    and (state = 'Frozen' or ("frozenAt" is null and approvedby is null and hash is null))
  ),
  constraint merit_run_given_up check ((state = 'Discarded') = (discarded is not null))
);
create index merit_run_by_time on portal.merit_run ("createdAt", _id);
create index merit_run_of_session on portal.merit_run (session, "createdAt", _id);
create index merit_run_by_state on portal.merit_run (state, "createdAt", _id);

-- What a run holds of one programme.
create table portal.merit_programme (
  run uuid not null constraint merit_programme_run references portal.merit_run,
  programme uuid not null constraint merit_programme_programme references portal.programme,
  -- Its place in the order of the list.
  place integer not null,
  -- As they stood when the run was made; null where nobody has said how many.
  seats integer,
  -- Seats that earlier offers hold.
  taken integer not null,
  applications integer not null,
  ranked integer not null,
  offers integer not null,
  waiting integer not null,
  -- Each quota in its order as the run drew it: name, seats of its own, seats that others left, placed, the last aggregate.
  quotas jsonb not null,
  -- Why the others are not ranked, and how many.
  why jsonb not null,
  -- Of the ranked, those for whom nobody had told a score.
  withoututme integer not null,
  withoutscreening integer not null,
  primary key (run, programme),
  -- However many are entered by hand at once.
  constraint merit_programme_seats check (offers <= greatest(coalesce(seats, 0) - taken, 0))
);

create table portal.merit_place (
  _id uuid primary key,
  run uuid not null,
  -- In the order of the list: programmes by their code, and in each the ranked, by rank, before the others.
  place integer not null,
  application uuid not null,
  programme uuid not null,
  stateoforigin text not null,
  -- Within the programme, from 1; null for who is not ranked.
  rank integer,
  aggregate numeric(6, 2),
  -- What it was made of, as it stood then: UTME of 400, screening of 100, points of the best O-Level subjects.
  utme smallint,
  screening numeric(5, 2),
  points smallint,
  outcome text not null constraint merit_place_outcome check (outcome in ('Offer', 'Waiting', 'Not placed')),
  -- By which quota the seat was won, such as Merit; null for a seat given by hand.
  quota text,
  -- "Rank 14, merit seat 9 of 20, aggregate 61.25".
  reason text not null,
  -- Whether it was entered or taken off by hand; the reason says by whom and why.
  byhand boolean not null default false,
  constraint merit_place_once unique (application, run),
  constraint merit_place_ranked check (rank is null or aggregate is not null),
  constraint merit_place_quota check (quota is null or outcome = 'Offer')
);
create index merit_place_in_order on portal.merit_place (run, place, _id);
create index merit_place_by_place on portal.merit_place (place, _id);
create index merit_place_by_hand on portal.merit_place (run, place, _id) where byhand;

-- Who was entered into a draft by hand or taken off it, by whom and why. What is taken back stays here.
create table portal.merit_entry (
  _id uuid primary key,
  run uuid not null constraint merit_entry_run references portal.merit_run,
  application uuid not null constraint merit_entry_application references portal.application,
  deed text not null constraint merit_entry_deed check (deed in ('Entered', 'Taken off')),
  reason text not null constraint merit_entry_reason check (char_length(reason) between 2 and 500),
  enteredby uuid not null constraint merit_entry_enteredby references portal.staff,
  -- Outcome, quota and reason of the place before; null where the application had none in the run.
  before jsonb,
  "createdAt" timestamptz not null default now(),
  undoneby uuid constraint merit_entry_undoneby references portal.staff,
  "undoneAt" timestamptz,
  constraint merit_entry_undone check ((undoneby is null) = ("undoneAt" is null))
);
create unique index merit_entry_standing on portal.merit_entry (run, application) where "undoneAt" is null;

-- A hundred thousand rows come at once: what they refer to is looked for once for all of them, not by a key for each.
create function portal.guard_merit_places() returns trigger language plpgsql as $$
begin
  if exists (select from changed c left join portal.merit_run r on r._id = c.run where r.state is distinct from 'Draft') then
    raise exception 'the places of a run change while it is a draft' using constraint = 'merit_place_run';
  end if;
  if tg_op <> 'DELETE' and exists (
    select from changed c join portal.merit_run r on r._id = c.run
      left join portal.application a on a._id = c.application and a.programme = c.programme and a.session = r.session
    where a._id is null) then
    raise exception 'a place is that of an application of the run''s session' using constraint = 'merit_place_application';
  end if;
  return null;
end $$;
create trigger merit_place_added after insert on portal.merit_place
  referencing new table as changed for each statement execute function portal.guard_merit_places();
create trigger merit_place_changed after update on portal.merit_place
  referencing new table as changed for each statement execute function portal.guard_merit_places();
create trigger merit_place_kept before delete or truncate on portal.merit_place
  for each statement execute function portal.refuse_change();

create function portal.guard_merit_programme() returns trigger language plpgsql as $$
begin
  if not exists (select from portal.merit_run where _id = new.run and state = 'Draft') then
    raise exception 'what a run holds changes while it is a draft';
  end if;
  return new;
end $$;
create trigger merit_programme_guard before insert or update on portal.merit_programme
  for each row execute function portal.guard_merit_programme();
create trigger merit_entry_guard before insert or update on portal.merit_entry
  for each row execute function portal.guard_merit_programme();
create trigger merit_entry_kept before delete or truncate on portal.merit_entry
  for each statement execute function portal.refuse_change();
create trigger merit_programme_kept before delete or truncate on portal.merit_programme
  for each statement execute function portal.refuse_change();

-- Every row of a run in the order of its list, after what it was made of, as one text, hashed.
create function portal.merit_hash(wanted uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(
    (select concat_ws(E'\t', r.session, r.version, r.scheme::text) from portal.merit_run r where r._id = wanted)
    || coalesce((select string_agg(E'\n' || concat_ws(E'\t', m.programme, coalesce(m.seats::text, '-'), m.taken, m.quotas::text), '' order by m.place)
      from portal.merit_programme m where m.run = wanted), '')
    || coalesce((select string_agg(E'\n' || concat_ws(E'\t', p.place, p.application, p.programme, p.outcome,
        coalesce(p.rank::text, '-'), coalesce(p.aggregate::text, '-'), coalesce(p.quota, '-'), p.byhand, p.reason),
        '' order by p.place)
      from portal.merit_place p where p.run = wanted), ''), 'UTF8')), 'hex')
$$;

create function portal.guard_merit_run() returns trigger language plpgsql as $$
begin
  if (new._id, new.session, new.version, new.scheme, new.madeby, new."createdAt")
    is distinct from (old._id, old.session, old.version, old.scheme, old.madeby, old."createdAt") then
    raise exception 'a run stays what it was made as';
  end if;
  if old.state in ('Frozen', 'Discarded') then
    raise exception 'a frozen or discarded run does not change';
  end if;
  if new.state <> old.state and not exists (
    select from portal.merit_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a run does not go from % to %', old.state, new.state using constraint = 'merit_run_step';
  end if;
  if new.state = 'Frozen' and exists (
    select from portal.merit_entry where run = new._id and enteredby = new.approvedby and "undoneAt" is null) then
    raise exception 'who entered somebody by hand does not approve the run' 
      using errcode = 'check_violation', constraint = 'merit_run_two_people';
  end if;
  if new.state = 'Frozen' and new.hash is distinct from portal.merit_hash(new._id) then
    raise exception 'a frozen run carries the hash of its rows' using constraint = 'merit_run_hash';
  end if;
  return new;
end $$;
create trigger merit_run_guard before update on portal.merit_run for each row execute function portal.guard_merit_run();
create trigger merit_run_kept before delete or truncate on portal.merit_run
  for each statement execute function portal.refuse_change();

-- A run as lists show it.
create view portal.merit_run_line as
  select r._id, 'Run ' || r.version || ' of ' || s.name as title, r.session, r.version as number, r.state, r.note,
    r.applications, r.offers, r.waiting, r.entries, r.madeby, r.proposedby, r.approvedby, r."frozenAt", r."createdAt"
  from portal.merit_run r join portal.session s on s._id = r.session;

-- A programme of a run by its name.
create view portal.merit_programme_line as
  select m.run, m.programme, m.place, m.waiting, g.award || ' ' || g.name as label
  from portal.merit_programme m join portal.programme g on g._id = m.programme;

-- A place with who applied, as lists show it.
create view portal.merit_place_line as
  select p._id, p.run, p.place, p.application, p.programme, p.rank, p.aggregate::text as aggregate, p.outcome, p.quota,
    p.reason, p.byhand, p.stateoforigin, p.utme, p.screening::text as screening, p.points,
    v.code, v.name, v.jamb, v.gender, v.lgaoforigin, v.type, v.state, v.search, r."createdAt"
  from portal.merit_place p
    left join portal.review v on v._id = p.application
    left join portal.merit_run r on r._id = p.run;

-- What CAPS asks to be told of whom the college proposes, by its own headings.
create view portal.merit_caps_line as
  select p._id, p.run, p.place, p.programme, v.jamb as rg_num, v.name as rg_candname, left(v.gender, 1) as rg_sex,
    v.stateoforigin as state_name, v.lgaoforigin as lga_name, g.award || ' ' || g.name as co_name,
    p.utme as rg_utme, p.screening::text as rg_putme, p.aggregate::text as rg_aggregate, v.type as rg_mode, p.quota as rg_quota,
    r."createdAt"
  from portal.merit_place p
    join portal.review v on v._id = p.application
    join portal.programme g on g._id = p.programme
    join portal.merit_run r on r._id = p.run
  where p.outcome = 'Offer';
