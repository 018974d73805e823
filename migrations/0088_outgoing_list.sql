-- Lists that leave the college: made of what stands, signed off by a second person, and kept as they went out.

-- The ceremony by which a session's new students became students: from then on three months run for the national list.
alter table portal.session add column matriculation date;

create table portal.outgoing_list (
  _id uuid primary key,
  kind text not null constraint outgoing_list_kind check (kind in ('National Matriculation List', 'Class list', 'Enrolment', 'NELFUND list')),
  session uuid not null constraint outgoing_list_session references portal.session,
  -- Null for all of them.
  programme uuid constraint outgoing_list_programme references portal.programme,
  level smallint constraint outgoing_list_level check (level between 100 and 900 and level % 100 = 0),
  -- The how-manieth of its kind, session, programme and level.
  edition integer not null constraint outgoing_list_edition check (edition > 0),
  -- What it is called, with its edition.
  title text not null,
  -- Who stands in the file, and who was held back.
  people integer not null constraint outgoing_list_people check (people >= 0),
  held integer not null constraint outgoing_list_held check (held >= 0),
  filename text not null,
  bytes integer not null constraint outgoing_list_bytes check (bytes > 0),
  -- SHA-256 of the file, in figures.
  digest text not null constraint outgoing_list_digest check (digest ~ '^[0-9a-f]{64}$'),
  state text not null default 'Made' constraint outgoing_list_state check (state in ('Made', 'Signed off', 'Superseded', 'Dropped')),
  madeby uuid not null constraint outgoing_list_madeby references portal.staff,
  decidedby uuid constraint outgoing_list_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- Why it was dropped, where another than its maker did.
  decision text,
  "supersededAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || title)) stored,
  constraint outgoing_list_once unique nulls not distinct (kind, session, programme, level, edition),
  constraint outgoing_list_two_people check (state not in ('Signed off', 'Superseded') or decidedby <> madeby),
  constraint outgoing_list_decided check ((state = 'Made') = (decidedby is null) and (decidedby is null) = ("decidedAt" is null)),
  constraint outgoing_list_superseded check ((state = 'Superseded') = ("supersededAt" is not null)),
  constraint outgoing_list_class_alone check (kind = 'Class list' or (programme is null and level is null))
);
-- One waits for its signature at a time, and one holds.
create unique index outgoing_list_one_made on portal.outgoing_list (kind, session, programme, level) nulls not distinct where state = 'Made';
create unique index outgoing_list_one_signed on portal.outgoing_list (kind, session, programme, level) nulls not distinct
  where state = 'Signed off';
create index outgoing_list_by_createdat on portal.outgoing_list ("createdAt", _id);
create index outgoing_list_of_kind on portal.outgoing_list (kind, "createdAt", _id);
create index outgoing_list_of_session on portal.outgoing_list (session, "createdAt", _id);
create index outgoing_list_of_programme on portal.outgoing_list (programme, "createdAt", _id);
create index outgoing_list_by_state on portal.outgoing_list (state, "createdAt", _id);
create index outgoing_list_search on portal.outgoing_list using gin (search gin_trgm_ops);

-- The file itself, byte for byte.
create table portal.outgoing_list_file (
  list uuid primary key constraint outgoing_list_file_of references portal.outgoing_list,
  content bytea not null
);

-- Each line as it stood when the list was made.
create table portal.outgoing_list_line (
  _id uuid primary key,
  list uuid not null constraint outgoing_list_line_of references portal.outgoing_list,
  -- In the list's own order; those that were held back stand last.
  place integer not null,
  -- Null where a line counts people.
  student uuid constraint outgoing_list_line_student references portal.student,
  matric text,
  jamb text,
  name text not null,
  programme uuid,
  level smallint,
  count integer not null default 1,
  standing text not null constraint outgoing_list_line_standing check (standing in ('In the file', 'Held back')),
  -- What is missing, in words: why it was held back, or what goes out without it.
  lacks text,
  complete boolean not null generated always as (lacks is null) stored,
  -- The cells of the file.
  cells jsonb not null,
  "createdAt" timestamptz not null default now(),
  constraint outgoing_list_line_once unique (list, place),
  constraint outgoing_list_line_says_why check (standing = 'In the file' or lacks is not null)
);
create index outgoing_list_line_in_order on portal.outgoing_list_line (place, _id);
create index outgoing_list_line_of_student on portal.outgoing_list_line (student, list);
create index outgoing_list_line_lacking on portal.outgoing_list_line (list, standing, place, _id) where lacks is not null;

create function portal.guard_outgoing_list() returns trigger language plpgsql as $$
begin
  if (new._id, new.kind, new.session, new.programme, new.level, new.edition, new.title, new.people, new.held, new.filename, new.bytes,
      new.digest, new.madeby, new."createdAt")
    is distinct from
     (old._id, old.kind, old.session, old.programme, old.level, old.edition, old.title, old.people, old.held, old.filename, old.bytes,
      old.digest, old.madeby, old."createdAt")
    or old.state <> 'Made' and (new.decidedby, new."decidedAt") is distinct from (old.decidedby, old."decidedAt") then
    raise exception 'a list stays as it was made';
  end if;
  if not (old.state = 'Made' and new.state in ('Signed off', 'Dropped') or old.state = 'Signed off' and new.state = 'Superseded') then
    raise exception 'a list does not go from % to %', old.state, new.state using constraint = 'outgoing_list_step';
  end if;
  return new;
end $$;
create trigger outgoing_list_guard before update on portal.outgoing_list
  for each row execute function portal.guard_outgoing_list();
create trigger outgoing_list_kept before delete or truncate on portal.outgoing_list
  for each statement execute function portal.refuse_change();
create trigger outgoing_list_file_kept before update or delete or truncate on portal.outgoing_list_file
  for each statement execute function portal.refuse_change();
create trigger outgoing_list_line_kept before update or delete or truncate on portal.outgoing_list_line
  for each statement execute function portal.refuse_change();

-- What JAMB said last of a student in the National Matriculation List.
create table portal.matriculation_answer (
  _id uuid primary key,
  student uuid not null constraint matriculation_answer_once unique constraint matriculation_answer_student references portal.student,
  jamb text not null,
  answer text not null constraint matriculation_answer_answer check (answer in ('Listed', 'Returned')),
  reason text constraint matriculation_answer_reason_length check (char_length(reason) between 2 and 300),
  day date not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint matriculation_answer_reason check (answer <> 'Returned' or reason is not null)
);
create unique index matriculation_answer_jamb on portal.matriculation_answer (lower(jamb));
create index matriculation_answer_by_createdat on portal.matriculation_answer ("createdAt", _id);
create index matriculation_answer_by_jamb on portal.matriculation_answer (jamb, _id);
create index matriculation_answer_by_day on portal.matriculation_answer (day, _id);
create index matriculation_answer_by_answer on portal.matriculation_answer (answer, "createdAt", _id);

-- Who had accepted stood in a list of the admission's, before there were students; the hand-over shows them, and this is made of students.
drop view portal.matriculation_line;
