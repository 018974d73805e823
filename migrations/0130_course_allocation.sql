-- Who teaches which class.

create table portal.course_allocation (
  _id uuid primary key,
  -- The course by which it was said; it holds for the whole class.
  course uuid not null constraint course_allocation_course references portal.course,
  class uuid not null constraint course_allocation_class references portal.course_class,
  session uuid not null constraint course_allocation_session references portal.session,
  staff uuid not null constraint course_allocation_staff references portal.staff,
  -- One of several lecturers answers for the class.
  incharge boolean not null default false,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint course_allocation_once unique (class, staff)
);
create unique index course_allocation_one_in_charge on portal.course_allocation (class) where incharge;
create index course_allocation_by_createdat on portal.course_allocation ("createdAt", _id);
create index course_allocation_of_staff on portal.course_allocation (staff, session, _id);
create index course_allocation_of_session on portal.course_allocation (session, "createdAt", _id);

create function portal.place_course_allocation() returns trigger language plpgsql as $$
begin
  select c.class, c.session into new.class, new.session from portal.course c where c._id = new.course;
  return new;
end $$;
create trigger course_allocation_placed before insert or update of course on portal.course_allocation
  for each row execute function portal.place_course_allocation();
