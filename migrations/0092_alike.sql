-- Who may be the same person as a student on record, seen before a second record is made.

-- The words of a name, without regard to their order, their case and what stands between them.
create function portal.name_words(name text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct word), '{}') from regexp_split_to_table(lower(name), '[^[:alnum:]'']+') word where word <> ''
$$;

-- Whether two names may be one person's: all words of the one, at least two, are words of the other.
create function portal.are_names_alike(one text, other text) returns boolean language sql immutable parallel safe as $$
  select (a <@ b or b <@ a) and least(cardinality(a), cardinality(b)) > 1
  from (select portal.name_words(one) as a, portal.name_words(other) as b) words
$$;

create index student_by_birth on portal.student (dateofbirth, lower(lastname));

-- Whom the office has said to be another person than a student who is like him or her.
create table portal.told_apart (
  student uuid not null constraint told_apart_student references portal.student,
  other uuid not null constraint told_apart_other references portal.student,
  -- What speaks for one person: the same JAMB number, address, phone, or names and day of birth.
  alike text[] not null constraint told_apart_alike check (cardinality(alike) > 0),
  saidby uuid not null constraint told_apart_saidby references portal.staff,
  "createdAt" timestamptz not null default now(),
  primary key (student, other),
  constraint told_apart_two check (student <> other)
);
create index told_apart_of_other on portal.told_apart (other);
create trigger told_apart_kept before update or delete or truncate on portal.told_apart
  for each statement execute function portal.refuse_change();

-- Whoever orders says that those who are like a student on record are other people.
alter table portal.hand_over add column another boolean not null default false;

create or replace view portal.hand_over_candidate as
  select p._id, p.applicant, p.code, p.name, p.jamb, p.programme, p.session, p.standing, p.missing, p."createdAt", p.search,
    r.stateoforigin,
    (select a.snapshot -> 'bio' ->> 'dateofbirth' from portal.application a where a._id = p._id) as dateofbirth
  from portal.clearance_person p join portal.review r on r._id = p._id
  where not exists (select from portal.student s where s.application = p._id);
