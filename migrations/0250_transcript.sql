-- The transcript that a student orders: made of the record as it stood, checked and signed off by a second person, replaced once a mark
-- on it was corrected.

alter table portal.other_service drop constraint other_service_kind,
  add constraint other_service_kind check (kind in ('Other', 'ID card', 'Transcript'));
alter table portal.service_order drop constraint service_order_kind,
  add constraint service_order_kind check (kind in ('Other', 'ID card', 'Transcript'));
create index service_order_of_transcripts on portal.service_order (dueon, _id) where kind = 'Transcript';
create index service_order_of_transcripts_made on portal.service_order ("createdAt", _id) where kind = 'Transcript';

-- The keys that files are signed with. What others check by is published, also once another key signs.
create table portal.signing_key (
  -- The thumbprint of the public part. RFC 7638.
  _id text primary key constraint signing_key_thumbprint check (_id ~ '^[\w-]{43}$'),
  -- The address that the files name it by, for ever.
  kid text not null constraint signing_key_kid unique,
  published jsonb not null constraint signing_key_published check (not published ? 'd'),
  -- The private part, sealed by the portal's secret.
  sealed bytea not null,
  "retiredAt" timestamptz,
  "createdAt" timestamptz not null default now()
);
-- One key signs.
create unique index signing_key_one on portal.signing_key ((true)) where "retiredAt" is null;
create trigger signing_key_kept before delete or truncate on portal.signing_key
  for each statement execute function portal.refuse_change();

create sequence portal.transcript_number;

create table portal.transcript (
  _id uuid primary key,
  serviceorder uuid not null constraint transcript_serviceorder references portal.service_order,
  student uuid not null constraint transcript_student references portal.student,
  serial text not null default 'TR/' || to_char(now() at time zone 'Africa/Lagos', 'YY') || '/'
      || lpad(nextval('portal.transcript_number')::text, 6, '0')
    constraint transcript_serial unique constraint transcript_serial_shape check (serial ~ '^TR/\d\d/\d{6,}$'),
  state text not null default 'Made' constraint transcript_state check (state in ('Made', 'Declined', 'Signed off', 'Sent', 'Collected')),
  -- All that it says, as the record stood when it was made.
  content jsonb not null,
  -- The published results and past marks that it rests on.
  attempts uuid[] not null,
  madeby uuid not null constraint transcript_madeby references portal.staff,
  decidedby uuid constraint transcript_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- Why it was declined.
  reason text constraint transcript_reason check (char_length(reason) between 2 and 500),
  -- The same content as a signed document, and the key that it is checked by.
  signed text,
  key text constraint transcript_key references portal.signing_key,
  "handedAt" timestamptz,
  -- Since when another has to be made, because a mark on it was corrected or taken back.
  "supersededAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint transcript_two_people check (decidedby <> madeby),
  constraint transcript_decided check (num_nonnulls(decidedby, "decidedAt") = case when state = 'Made' then 0 else 2 end),
  constraint transcript_declined check ((state = 'Declined') = (reason is not null)),
  constraint transcript_signed check (num_nonnulls(signed, key) = case when state in ('Made', 'Declined') then 0 else 2 end),
  constraint transcript_handed check (("handedAt" is not null) = (state in ('Sent', 'Collected')))
);
-- Of one order one transcript stands.
create unique index transcript_one_standing on portal.transcript (serviceorder) where state <> 'Declined' and "supersededAt" is null;
create index transcript_of_order on portal.transcript (serviceorder, "createdAt" desc);
create index transcript_of_student on portal.transcript (student, "createdAt" desc);
create index transcript_of_attempts on portal.transcript using gin (attempts);
create index transcript_superseded on portal.transcript ("supersededAt", _id) where "supersededAt" is not null and signed is not null;
create trigger student_unmerged after insert on portal.transcript referencing new table as added
  for each statement execute function portal.require_unmerged();
create trigger transcript_kept before delete or truncate on portal.transcript
  for each statement execute function portal.refuse_change();

-- What was made stays as it was made; what was signed, as it was signed.
create function portal.guard_transcript() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'decidedby', 'decidedAt', 'reason', 'signed', 'key', 'handedAt', 'supersededAt', 'student', 'version'];
begin
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or old.signed is not null and (new.signed, new.key) is distinct from (old.signed, old.key)
    or old."supersededAt" is not null and new."supersededAt" is distinct from old."supersededAt"
    or new.student <> old.student and not exists (
      select from portal.student s where s._id = old.student and s.mergedinto = new.student) then
    raise exception 'a transcript stays as it was made' using errcode = '23514', constraint = 'transcript_stays', table = 'transcript';
  end if;
  return new;
end $$;
create trigger transcript_guard before update on portal.transcript for each row execute function portal.guard_transcript();

-- Whoever corrects a mark on it waits until it is made, and then supersedes it; or came before, and is seen.
create function portal.require_standing_attempts() returns trigger language plpgsql as $$
declare
  standing integer;
begin
  select count(*) into standing from (
    select from portal.course_result r where r._id = any(new.attempts) and r."recalledAt" is null and r."supersededAt" is null for share) kept;
  standing := standing + (select count(*) from (
    select from portal.past_mark m where m._id = any(new.attempts) for share) past);
  if standing <> cardinality(new.attempts) then
    raise exception 'the record has moved' using errcode = '23514', constraint = 'transcript_of_record', table = 'transcript';
  end if;
  return new;
end $$;
create trigger transcript_of_record before insert on portal.transcript
  for each row execute function portal.require_standing_attempts();

create function portal.supersede_transcripts() returns trigger language plpgsql as $$
begin
  update portal.transcript t set "supersededAt" = now(), version = version + 1
    where t.attempts @> array[old._id] and t."supersededAt" is null and t.state <> 'Declined';
  return null;
end $$;
create trigger course_result_supersedes after update on portal.course_result for each row
  when (old."supersededAt" is null and new."supersededAt" is not null or old."recalledAt" is null and new."recalledAt" is not null)
  execute function portal.supersede_transcripts();
create trigger past_mark_supersedes after update on portal.past_mark for each row
  when ((old.session, old.semester, old.course, old.title, old.units, old.ca, old.examination, old.total, old.code, old.passline)
    is distinct from (new.session, new.semester, new.course, new.title, new.units, new.ca, new.examination, new.total, new.code, new.passline))
  execute function portal.supersede_transcripts();
create trigger past_mark_taken_out after delete on portal.past_mark for each row execute function portal.supersede_transcripts();

-- Every order of a transcript that was paid, with the newest that was made of it, as the office works on it.
create view portal.transcript_line as
select o._id, o.student, o.name, o.matric, o.programme, o.label, o.note, o.dueon, t.serial, t.madeby, t."createdAt" as "madeAt",
  t.decidedby, t."decidedAt",
  case when o.state in ('Ordered', 'Cancelled') or o."owedAt" is not null then 'Not paid'
    when t.state <> 'Declined' and t."supersededAt" is null then t.state
    when o.state = 'Returned' then 'With the student'
    else 'To make' end as state,
  case when t."supersededAt" is not null then 'A mark on ' || t.serial || ' was corrected, so another is made'
    else t.reason end as why,
  case when o.state in ('Paid', 'Being made', 'Returned') then o.dueon - (now() at time zone 'Africa/Lagos')::date end as daysleft,
  o.search, o.version, o."createdAt"
from portal.service_order o
left join lateral (select made.* from portal.transcript made where made.serviceorder = o._id
  order by made."createdAt" desc, made._id desc limit 1) t on true
where o.kind = 'Transcript' and (o.state not in ('Ordered', 'Cancelled') or t._id is not null);
