-- Results go out by a publication: of classes, at a minute, proposed by one and approved by another; recalled by two again.

create table portal.publication (
  _id uuid primary key,
  session uuid not null constraint publication_session references portal.session,
  semester smallint not null constraint publication_semester check (semester between 1 and 2),
  -- The classes, as the list names them.
  title text not null constraint publication_title check (char_length(title) between 2 and 300),
  "at" timestamptz not null,
  note text constraint publication_note check (char_length(note) between 2 and 500),
  state text not null default 'Proposed' constraint publication_state check (
    state in ('Proposed', 'Being made', 'Planned', 'Published', 'Being recalled', 'Recalled', 'Called off', 'Declined', 'Withdrawn')),
  -- The sheets that were approved when it was proposed: no other goes out with it.
  sheets uuid[] not null,
  -- A sum over those sheets, their marks and what is moderated, so that nothing else is approved.
  seen text not null,
  -- What the preview told; once they are made, what is there.
  students integer not null default 0,
  results integer not null default 0,
  missing integer not null default 0,
  proposedby uuid not null constraint publication_proposedby references portal.staff,
  decidedby uuid constraint publication_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint publication_decision check (char_length(decision) between 2 and 500),
  -- The last student whose results were made, told of or taken back: whatever is cut goes on after it.
  upto uuid,
  "madeAt" timestamptz,
  "publishedAt" timestamptz,
  "toldAt" timestamptz,
  "recalledAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || title || ' ' || coalesce(note, ''))) stored,
  constraint publication_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint publication_two_people check (decidedby <> proposedby or state = 'Withdrawn'),
  constraint publication_made check (("madeAt" is not null) = (state in ('Planned', 'Published', 'Being recalled', 'Recalled', 'Called off'))),
  constraint publication_out check ("publishedAt" is null or "publishedAt" >= "at")
);
create index publication_by_createdat on portal.publication ("createdAt", _id);
create index publication_by_at on portal.publication ("at", _id);
create index publication_by_state on portal.publication (state, "createdAt", _id);
create index publication_by_session on portal.publication (session, "createdAt", _id);
create index publication_search on portal.publication using gin (search gin_trgm_ops);
create trigger publication_kept before delete or truncate on portal.publication
  for each statement execute function portal.refuse_change();

create table portal.publication_batch (
  publication uuid not null constraint publication_batch_of references portal.publication,
  programme uuid not null constraint publication_batch_programme references portal.programme,
  level smallint not null constraint publication_batch_level check (level between 100 and 900),
  primary key (publication, programme, level)
);
create index publication_batch_of_programme on portal.publication_batch (programme, level);

create table portal.publication_recall (
  _id uuid primary key,
  publication uuid not null constraint publication_recall_of references portal.publication,
  reason text not null constraint publication_recall_reason check (char_length(reason) between 2 and 500),
  state text not null default 'Proposed' constraint publication_recall_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')),
  proposedby uuid not null constraint publication_recall_proposedby references portal.staff,
  decidedby uuid constraint publication_recall_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint publication_recall_decision check (char_length(decision) between 2 and 500),
  "createdAt" timestamptz not null default now(),
  constraint publication_recall_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint publication_recall_two_people check (decidedby <> proposedby or state = 'Withdrawn')
);
create unique index publication_recall_once on portal.publication_recall (publication) where state in ('Proposed', 'Approved');
create trigger publication_recall_kept before delete or truncate on portal.publication_recall
  for each statement execute function portal.refuse_change();

create function portal.guard_publication() returns trigger language plpgsql as $$
declare
  moves text[] := array['state', 'decidedby', 'decidedAt', 'decision', 'upto', 'madeAt', 'publishedAt', 'toldAt', 'recalledAt', 'students',
    'results', 'missing', 'version', 'updatedAt', 'search'];
begin
  if (to_jsonb(new) - moves) is distinct from (to_jsonb(old) - moves) then
    raise exception 'a publication stays what was proposed' using errcode = '23514', constraint = 'publication_stays', table = 'publication';
  end if;
  if not (old.state = new.state
    or old.state = 'Proposed' and new.state in ('Being made', 'Declined', 'Withdrawn')
    or old.state = 'Being made' and new.state = 'Planned'
    or old.state = 'Planned' and new.state in ('Published', 'Being recalled')
    or old.state = 'Published' and new.state = 'Being recalled'
    or old.state = 'Being recalled' and new.state in ('Recalled', 'Called off')) then
    raise exception 'a publication does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'publication_step', table = 'publication';
  end if;
  return new;
end $$;
create trigger publication_guard before update on portal.publication
  for each row execute function portal.guard_publication();

-- A course that is dropped before its result is seen is not published: its row is taken back. Whoever publishes keeps the
-- registration meanwhile, so one of the two sees the other.
create function portal.unpublish_dropped() returns trigger language plpgsql as $$
begin
  update portal.course_result r set "recalledAt" = now()
    from portal.course_registration own
    where own._id = new.registration and r.student = own.student and r.class = new.class and r."visibleAt" > now()
      and r."recalledAt" is null and r."supersededAt" is null;
  return null;
end $$;
create trigger line_unpublished after update of "droppedAt" on portal.course_registration_line
  for each row when (old."droppedAt" is null and new."droppedAt" is not null) execute function portal.unpublish_dropped();

-- A publication is made slice by slice: until it is made, its sheets stay approved and nothing else is moderated in its semester, so
-- that one student's mark stands beside the next one's as both were seen. Whoever approves it and whoever moderates hold lock_marks.
create function portal.keep_sheet_being_published() returns trigger language plpgsql as $$
begin
  if exists (select from portal.publication p where p.state = 'Being made' and new._id = any(p.sheets)) then
    raise exception 'results of this sheet are being made'
      using errcode = '23514', constraint = 'score_sheet_being_published', table = 'score_sheet';
  end if;
  return new;
end $$;
create trigger score_sheet_being_published before update of state on portal.score_sheet for each row
  when (old.state = 'Approved' and new.state <> 'Approved') execute function portal.keep_sheet_being_published();

create function portal.keep_moderation_being_published() returns trigger language plpgsql as $$
begin
  if exists (select from portal.publication p where p.state = 'Being made' and p.session = new.session and p.semester = new.trimester) then
    raise exception 'results of this semester are being made'
      using errcode = '23514', constraint = 'moderation_being_published', table = 'moderation';
  end if;
  return new;
end $$;
create trigger moderation_being_published before update of state on portal.moderation for each row
  when (old.state <> new.state and new.state in ('Approved', 'Revoked')) execute function portal.keep_moderation_being_published();
