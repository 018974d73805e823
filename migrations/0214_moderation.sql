-- Moderation: in a semester, totals from one number to below another become that other. What was typed stays as it was typed.

create table portal.moderation (
  _id uuid primary key,
  session uuid not null constraint moderation_session references portal.session,
  trimester smallint not null constraint moderation_trimester check (trimester between 1 and 2),
  -- Of one class; of every class of the semester where there is none.
  class uuid constraint moderation_class references portal.course_class,
  "from" smallint not null constraint moderation_from check ("from" between 1 and 100),
  "to" smallint not null constraint moderation_to check ("to" between 1 and 100),
  reason text not null constraint moderation_reason check (char_length(reason) between 2 and 500),
  state text not null default 'Proposed' constraint moderation_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn', 'Revoked')),
  proposedby uuid not null constraint moderation_proposedby references portal.staff,
  decidedby uuid constraint moderation_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint moderation_decision check (char_length(decision) between 2 and 500),
  -- Of whom the preview told: how many, and a sum over whom and which marks, so that nothing else is approved.
  touched integer not null default 0,
  seen text not null default '',
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint moderation_up check ("from" < "to"),
  constraint moderation_two_people check (decidedby <> proposedby or state in ('Withdrawn')),
  -- A total is moderated once.
  constraint moderation_apart exclude using gist (session with =, trimester with =, int4range("from", "to") with &&,
    (coalesce(class, '00000000-0000-0000-0000-000000000000'::uuid)) with =) where (state in ('Proposed', 'Approved'))
);
create index moderation_by_createdat on portal.moderation ("createdAt", _id);
create index moderation_of_term on portal.moderation (session, trimester, state);
create trigger moderation_kept before delete or truncate on portal.moderation
  for each statement execute function portal.refuse_change();
