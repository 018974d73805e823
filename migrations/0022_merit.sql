-- Merit lists: how a session's applications are weighed, every run of it, and each application's place with its reason.

create table portal.merit_run (
  _id uuid primary key,
  session uuid not null constraint merit_run_session references portal.session,
  -- Of the runs of its session, from 1.
  version integer not null,
  state text not null default 'Draft' constraint merit_run_state check (state in ('Draft', 'Proposed', 'Frozen', 'Discarded')),
  -- Weights, cut-offs, seats and quotas as they were.
  scheme jsonb not null,
  madeby uuid not null constraint merit_run_madeby references portal.staff,
  proposedby uuid constraint merit_run_proposedby references portal.staff,
  approvedby uuid constraint merit_run_approvedby references portal.staff,
  -- Of everything in it, once frozen.
  hash text,
  "createdAt" timestamptz not null default now(),
  "frozenAt" timestamptz,
  constraint merit_run_version unique (session, version),
  constraint merit_run_two_people check (approvedby <> proposedby),
  constraint merit_run_frozen check ((state = 'Frozen') = ("frozenAt" is not null and approvedby is not null and hash is not null))
);

create table portal.merit_place (
  run uuid not null constraint merit_place_run references portal.merit_run,
  application uuid not null constraint merit_place_application references portal.application,
  programme uuid not null,
  -- Within the programme, from 1; null for who is not ranked.
  rank integer,
  aggregate numeric(6, 2),
  outcome text not null constraint merit_place_outcome check (outcome in ('Offer', 'Waiting', 'Not placed')),
  -- By which quota the seat was won, such as Merit.
  quota text,
  -- "Rank 14, merit seat 9 of 20, aggregate 61.25".
  reason text not null,
  primary key (run, application)
);
