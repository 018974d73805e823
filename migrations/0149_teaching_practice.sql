-- Teaching practice: rounds, what students wish, who is posted where, the visits and the result.

create table portal.practice_round (
  _id uuid primary key,
  name text not null constraint practice_round_name_length check (char_length(name) between 2 and 80),
  session uuid not null constraint practice_round_session references portal.session,
  semester smallint not null constraint practice_round_semester check (semester between 1 and 2),
  -- The courses that it is the practice of, as in 'EDU 311, EDU 321': one is registered by whoever takes part.
  courses text not null constraint practice_round_courses_length check (char_length(courses) between 2 and 200),
  -- Passed before; 'NONE' where nothing is.
  needs text not null constraint practice_round_needs_length check (char_length(needs) between 2 and 200),
  way text not null constraint practice_round_way check (way in ('Three wishes', 'First come')),
  -- When students choose, both days included.
  choosefrom date not null,
  chooseuntil date not null,
  -- The days of the practice, and how many weeks it is at least.
  starts date not null,
  ends date not null,
  weeks smallint not null constraint practice_round_weeks check (weeks between 1 and 40),
  -- The score sheet, a line each: 'Lesson plan: 20'.
  items text not null constraint practice_round_items_length check (char_length(items) between 3 and 2000),
  -- How many scored visits a result rests on at least, and from which percentage on it is passed.
  visits smallint not null constraint practice_round_visits check (visits between 1 and 10),
  passline smallint not null constraint practice_round_passline check (passline between 1 and 100),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || courses)) stored,
  constraint practice_round_choice_ends check (chooseuntil >= choosefrom),
  constraint practice_round_long_enough check (ends - starts + 1 >= weeks * 7 - 2)
);
create unique index practice_round_once on portal.practice_round (session, semester, lower(name));
create index practice_round_by_createdat on portal.practice_round ("createdAt", _id);
create index practice_round_by_starts on portal.practice_round (starts, _id);
create index practice_round_of_session on portal.practice_round (session, starts, _id);
create index practice_round_search on portal.practice_round using gin (search gin_trgm_ops);

-- What a student wishes, in order; it counts from when it was sent last.
create table portal.practice_wish (
  _id uuid primary key,
  round uuid not null constraint practice_wish_round references portal.practice_round,
  student uuid not null constraint practice_wish_student references portal.student,
  first uuid not null constraint practice_wish_first references portal.practice_school,
  second uuid constraint practice_wish_second references portal.practice_school,
  third uuid constraint practice_wish_third references portal.practice_school,
  "sentAt" timestamptz not null default now(),
  constraint practice_wish_once unique (round, student),
  constraint practice_wish_differ check (first <> second and first <> third and second <> third),
  constraint practice_wish_in_order check (third is null or second is not null)
);
create index practice_wish_in_turn on portal.practice_wish (round, "sentAt", _id);
create index practice_wish_of on portal.practice_wish (student);
create trigger student_unmerged after insert on portal.practice_wish referencing new table as added
  for each statement execute function portal.require_unmerged();

-- How many of a school's places a round has taken.
create table portal.practice_seat (
  round uuid not null constraint practice_seat_round references portal.practice_round,
  school uuid not null constraint practice_seat_school references portal.practice_school,
  taken smallint not null constraint practice_seat_taken check (taken >= 0),
  primary key (round, school)
);
create index practice_seat_of_school on portal.practice_seat (school);

-- One attempt of one student. All of them stay.
create table portal.practice_posting (
  _id uuid primary key,
  round uuid not null constraint practice_posting_round references portal.practice_round,
  student uuid not null constraint practice_posting_student references portal.student,
  name text not null,
  matric text,
  school uuid not null constraint practice_posting_school references portal.practice_school,
  -- The course of the round that the student has registered.
  course text not null,
  supervisor uuid constraint practice_posting_supervisor references portal.staff,
  -- Null where the student took the place.
  postedby uuid constraint practice_posting_postedby references portal.staff,
  state text not null default 'Posted' constraint practice_posting_state check (state in ('Posted', 'Proposed', 'Confirmed', 'Released')),
  -- The result: percent as a whole number, or why there is none.
  total smallint constraint practice_posting_total check (total between 0 and 100),
  code text constraint practice_posting_code check (code in ('Absent', 'Malpractice')),
  -- What was seen, where a code stands in place of a total; why a result was sent back.
  reason text constraint practice_posting_reason check (char_length(reason) between 2 and 500),
  proposedby uuid constraint practice_posting_proposedby references portal.staff,
  "proposedAt" timestamptz,
  decidedby uuid constraint practice_posting_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- Why the place is free again, and when who should know was told.
  releasing text constraint practice_posting_releasing check (char_length(releasing) between 2 and 500),
  "releasedAt" timestamptz,
  "toldAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(matric, ''))) stored,
  constraint practice_posting_two_people check (state <> 'Confirmed' or decidedby <> proposedby),
  constraint practice_posting_proposed check (
    (state in ('Proposed', 'Confirmed')) = (proposedby is not null and "proposedAt" is not null and (total is null) <> (code is null))
  ),
  constraint practice_posting_decided check (state <> 'Confirmed' or (decidedby is not null and "decidedAt" is not null)),
  constraint practice_posting_released check ((state = 'Released') = ("releasedAt" is not null and releasing is not null))
);
create unique index practice_posting_once on portal.practice_posting (round, student) where state <> 'Released';
create unique index practice_posting_one_at_a_time on portal.practice_posting (student) where state in ('Posted', 'Proposed');
create index practice_posting_of on portal.practice_posting (student);
create index practice_posting_by_createdat on portal.practice_posting ("createdAt", _id);
create index practice_posting_by_name on portal.practice_posting (name, _id);
create index practice_posting_of_round on portal.practice_posting (round, name, _id);
create index practice_posting_at_school on portal.practice_posting (school, round, name, _id);
create index practice_posting_supervised on portal.practice_posting (supervisor, round, name, _id);
create index practice_posting_by_state on portal.practice_posting (state, "createdAt", _id);
create index practice_posting_untold on portal.practice_posting ("releasedAt") where state = 'Released' and "toldAt" is null;
create index practice_posting_search on portal.practice_posting using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.practice_posting referencing new table as added
  for each statement execute function portal.require_unmerged();

-- A place is held by a posting that stands: the row of the seat makes two who want the last one wait for each other.
create function portal.hold_practice_seat() returns trigger language plpgsql as $$
declare
  held smallint;
  most smallint;
begin
  if tg_op = 'UPDATE' and old.state <> 'Released' and (new.state = 'Released' or new.school <> old.school) then
    update portal.practice_seat set taken = taken - 1 where round = old.round and school = old.school;
  end if;
  if new.state <> 'Released' and (tg_op = 'INSERT' or new.school <> old.school) then
    insert into portal.practice_seat (round, school, taken) values (new.round, new.school, 1)
      on conflict (round, school) do update set taken = portal.practice_seat.taken + 1 returning taken into held;
    select places into most from portal.practice_school where _id = new.school for share;
    if held > most then
      raise exception 'every place of the school is taken'
        using errcode = '23514', constraint = 'practice_seat_within_places', table = 'practice_seat';
    end if;
  end if;
  return new;
end $$;
create trigger practice_seat_held before insert or update on portal.practice_posting
  for each row execute function portal.hold_practice_seat();

-- A confirmed result stands, and a place that was given up is not taken up again: another posting is.
create function portal.guard_practice_posting() returns trigger language plpgsql as $$
begin
  if (new.round, new.course, new.postedby, new."createdAt") is distinct from (old.round, old.course, old.postedby, old."createdAt") then
    raise exception 'a posting stays in its round';
  end if;
  if old.state = 'Confirmed' and (new.state, new.total, new.code, new.school, new.proposedby, new.decidedby)
    is distinct from (old.state, old.total, old.code, old.school, old.proposedby, old.decidedby) then
    raise exception 'a confirmed result of a practice stands';
  end if;
  if old.state = 'Released' and new.state <> 'Released' then
    raise exception 'whoever gave up a place is posted anew';
  end if;
  return new;
end $$;
create trigger practice_posting_guard before update on portal.practice_posting
  for each row execute function portal.guard_practice_posting();
create trigger practice_posting_kept before delete or truncate on portal.practice_posting
  for each statement execute function portal.refuse_change();

-- Fewer places than are taken in a practice that is not over would take them away from somebody.
create function portal.keep_practice_places() returns trigger language plpgsql as $$
begin
  if new.places < old.places and exists (select from portal.practice_seat s join portal.practice_round r on r._id = s.round
    where s.school = new._id and s.taken > new.places and r.ends >= (now() at time zone 'Africa/Lagos')::date) then
    raise exception 'more students are posted there'
      using errcode = '23514', constraint = 'practice_school_places_held', table = 'practice_school';
  end if;
  return new;
end $$;
create trigger practice_school_places_kept before update on portal.practice_school
  for each row execute function portal.keep_practice_places();

-- Whoever stops studying gives the place up at once, whatever changed the status. The clock tells those concerned.
create function portal.release_practice_places() returns trigger language plpgsql as $$
begin
  update portal.practice_posting set state = 'Released', "releasedAt" = now(), version = version + 1, "updatedAt" = now(),
      releasing = 'The student''s status is ' || new.status || ' now', total = null, code = null, proposedby = null, "proposedAt" = null
    where student = new._id and state in ('Posted', 'Proposed');
  return null;
end $$;
create trigger practice_places_released after update on portal.student
  for each row when (new.status <> old.status and new.status not in ('Active', 'Graduated', 'Merged'))
  execute function portal.release_practice_places();

create table portal.practice_visit (
  _id uuid primary key,
  posting uuid not null constraint practice_visit_posting references portal.practice_posting,
  staff uuid not null constraint practice_visit_staff references portal.staff,
  day date not null,
  -- The student was not at the school: then nothing is scored.
  absent boolean not null,
  -- The sheet as it was that day: [{item, most, score}].
  scores jsonb,
  got integer,
  most integer constraint practice_visit_most check (most > 0),
  note text constraint practice_visit_note check (char_length(note) between 2 and 1000),
  "takenbackAt" timestamptz,
  takingback text constraint practice_visit_takingback check (char_length(takingback) between 2 and 500),
  "createdAt" timestamptz not null default now(),
  constraint practice_visit_within check (got between 0 and most),
  constraint practice_visit_scored check (absent = (scores is null) and absent = (got is null) and absent = (most is null)),
  constraint practice_visit_taken_back check (("takenbackAt" is null) = (takingback is null))
);
create unique index practice_visit_once on portal.practice_visit (posting, staff, day) where "takenbackAt" is null;
create index practice_visit_of on portal.practice_visit (posting, day);

create function portal.guard_practice_visit() returns trigger language plpgsql as $$
begin
  if (new._id, new.posting, new.staff, new.day, new.absent, new.scores, new.got, new.most, new.note, new."createdAt")
    is distinct from (old._id, old.posting, old.staff, old.day, old.absent, old.scores, old.got, old.most, old.note, old."createdAt")
    or old."takenbackAt" is not null then
    raise exception 'what was scored at a school stays as it was sent';
  end if;
  return new;
end $$;
create trigger practice_visit_guard before update on portal.practice_visit
  for each row execute function portal.guard_practice_visit();
create trigger practice_visit_kept before delete or truncate on portal.practice_visit
  for each statement execute function portal.refuse_change();
