-- The catalogue: what a programme teaches in each semester of a session, in versions.

-- All courses of one code in one session are one class, whichever programmes they stand in: one room, one sheet, one lecturer.
create table portal.course_class (
  _id uuid primary key default gen_random_uuid(),
  session uuid not null constraint course_class_session references portal.session,
  code text not null,
  -- That teaches it.
  department uuid not null constraint course_class_department references portal.department,
  -- How many may register; null for no limit.
  seats integer constraint course_class_seats check (seats between 1 and 20000),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint course_class_code unique (session, code)
);
create index course_class_by_code on portal.course_class (code, _id);
create index course_class_of_department on portal.course_class (department, session, code);

create table portal.course (
  _id uuid primary key,
  programme uuid not null constraint course_programme references portal.programme,
  session uuid not null constraint course_session references portal.session,
  code text not null constraint course_code_length check (char_length(code) between 2 and 20),
  name text not null constraint course_name_length check (char_length(name) between 2 and 120),
  moduletype text not null constraint course_moduletype_length check (char_length(moduletype) between 2 and 40),
  status boolean not null default true,
  -- Units.
  credit smallint not null constraint course_credit check (credit between 0 and 20),
  level smallint not null constraint course_level check (level between 100 and 900 and level % 100 = 0),
  semester smallint not null constraint course_semester check (semester between 1 and 2),
  -- Offered to every programme, such as GSE and EDU.
  general boolean not null default false,
  -- Which half of a combination it counts for; null for what counts for neither.
  half smallint constraint course_half check (half between 1 and 2),
  -- The group of electives of which so many are chosen.
  choice text constraint course_choice_length check (char_length(choice) between 2 and 40),
  choose smallint constraint course_choose check (choose between 1 and 20),
  -- Codes, as in 'CRS 111, CRS 121': passed before; not together with.
  needs text constraint course_needs_length check (char_length(needs) between 2 and 200),
  excludes text constraint course_excludes_length check (char_length(excludes) between 2 and 200),
  class uuid not null constraint course_of_class references portal.course_class,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || name)) stored,
  constraint course_once unique (session, programme, code),
  constraint course_chosen check ((choice is null) = (choose is null))
);
create index course_by_code on portal.course (code, _id);
create index course_by_createdat on portal.course ("createdAt", _id);
create index course_of_programme on portal.course (programme, session, level, semester, code, _id);
create index course_of_session on portal.course (session, code, _id);
create index course_in_class on portal.course (class);
create index course_general on portal.course (session, level, semester) where general;
create index course_search on portal.course using gin (search gin_trgm_ops);

-- What a registration shows of a course is what stood in the catalogue on its day.
create table portal.course_version (
  course uuid not null constraint course_version_course references portal.course on delete cascade,
  version integer not null,
  code text not null,
  name text not null,
  credit smallint not null,
  moduletype text not null,
  "createdAt" timestamptz not null default now(),
  primary key (course, version)
);

create function portal.place_course_in_class() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.session <> old.session then
      raise exception 'a course stays in its session' using errcode = '23514', constraint = 'course_session_stays', table = 'course';
    end if;
    if (new.code, new.name, new.credit, new.moduletype) is distinct from (old.code, old.name, old.credit, old.moduletype)
      and new.version = old.version then
      new.version := old.version + 1;
    end if;
    if new.code = old.code then
      return new;
    end if;
  end if;
  insert into portal.course_class (session, code, department)
    select new.session, new.code, p.department from portal.programme p where p._id = new.programme
    on conflict on constraint course_class_code do nothing;
  select c._id into new.class from portal.course_class c where c.session = new.session and c.code = new.code;
  return new;
end $$;
create trigger course_placed before insert or update on portal.course
  for each row execute function portal.place_course_in_class();

create function portal.keep_course_version() returns trigger language plpgsql as $$
begin
  insert into portal.course_version (course, version, code, name, credit, moduletype)
    values (new._id, new.version, new.code, new.name, new.credit, new.moduletype) on conflict do nothing;
  return null;
end $$;
create trigger course_version_kept after insert or update on portal.course
  for each row execute function portal.keep_course_version();
