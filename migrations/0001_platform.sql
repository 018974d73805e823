-- Plumbing that knows no domain: who did what, repeated requests, limits, mails, files, jobs' owners.
create schema if not exists portal;

create table portal.audit (
  _id uuid primary key,
  at timestamptz not null default now(),
  actorkind text not null check (actorkind in ('visitor', 'applicant', 'staff', 'system')),
  actor uuid,
  deed text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  request text
);
create index audit_subject on portal.audit (subject, at);
create index audit_actor on portal.audit (actor, at);

create function portal.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update or delete or truncate on portal.audit
  for each statement execute function portal.refuse_change();

create table portal.idempotency (
  actor text not null,
  key text not null,
  fingerprint bytea not null,
  reply jsonb not null,
  "createdAt" timestamptz not null default now(),
  constraint idempotency_once primary key (actor, key)
);
-- Rows come in the order of their age and go in it: the smallest index there is.
create index idempotency_age on portal.idempotency using brin ("createdAt");

-- Counters may be lost in a crash: a limit then starts afresh.
create unlogged table portal.limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table portal.outgoing_mail (
  _id uuid primary key,
  recipient text not null,
  subject text not null,
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  trouble text,
  "createdAt" timestamptz not null default now(),
  "sentAt" timestamptz
);
create index outgoing_mail_recipient on portal.outgoing_mail (recipient, "createdAt");

create table portal.stored_file (
  _id uuid primary key,
  newname text not null constraint stored_file_newname unique,
  owner uuid not null,
  kind text not null check (kind in ('photo', 'document')),
  mediatype text not null,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null,
  "createdAt" timestamptz not null default now()
);
create index stored_file_owner on portal.stored_file (owner);

-- Which process a job worker belongs to, so that the jobs of a killed one are freed at once.
create table portal.job_worker (
  worker text primary key,
  process text not null
);
