-- A transcript sent to another school: a link that ends, and everybody who opened it.

create table portal.transcript_share (
  _id uuid primary key,
  serviceorder uuid not null constraint transcript_share_serviceorder references portal.service_order,
  student uuid not null constraint transcript_share_student references portal.student,
  school text not null constraint transcript_share_school check (char_length(school) between 2 and 120),
  emailaddress text not null,
  -- SHA-256 of what stands in the link: the link itself is in the school's mail alone.
  token bytea not null constraint transcript_share_token unique,
  "endsAt" timestamptz not null,
  "withdrawnAt" timestamptz,
  -- Of the office, where the student did not share it.
  sharedby uuid constraint transcript_share_sharedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  constraint transcript_share_ends check ("endsAt" > "createdAt" and "endsAt" <= "createdAt" + interval '91 days')
);
create index transcript_share_of_order on portal.transcript_share (serviceorder, "createdAt");
create index transcript_share_of_student on portal.transcript_share (student);
create trigger student_unmerged after insert on portal.transcript_share referencing new table as added
  for each statement execute function portal.require_unmerged();
create trigger transcript_share_kept before delete or truncate on portal.transcript_share
  for each statement execute function portal.refuse_change();

create table portal.transcript_opening (
  _id uuid primary key,
  share uuid not null constraint transcript_opening_share references portal.transcript_share,
  transcript uuid not null constraint transcript_opening_transcript references portal.transcript,
  -- As whoever opened it said.
  name text not null constraint transcript_opening_name check (char_length(name) between 2 and 120),
  school text not null constraint transcript_opening_school check (char_length(school) between 2 and 120),
  what text not null constraint transcript_opening_what check (what in ('Screen', 'Paper', 'File')),
  -- A part of the internet address, and the browser in words: enough to tell one's own school from a stranger.
  network text not null,
  browser text not null,
  "createdAt" timestamptz not null default now()
);
create index transcript_opening_of_share on portal.transcript_opening (share, "createdAt");
create index transcript_opening_of_transcript on portal.transcript_opening (transcript);
create trigger transcript_opening_append_only before update or delete or truncate on portal.transcript_opening
  for each statement execute function portal.refuse_change();
