-- A registered course that is changed or withdrawn: from when somebody has to be told, and what was told last.

create table portal.course_told (
  course uuid primary key constraint course_told_course references portal.course on delete cascade,
  -- Of the last change that nobody was told of; null when all is told.
  "changedAt" timestamptz,
  -- What was told last; null before the first time.
  name text,
  credit smallint,
  moduletype text,
  status boolean,
  "toldAt" timestamptz,
  constraint course_told_once check (num_nonnulls(name, credit, moduletype, status, "toldAt") in (0, 5))
);
create index course_told_waiting on portal.course_told ("changedAt") where "changedAt" is not null;

-- Whatever changes a course, by hand, in bulk or from a file, leaves the mark.
create function portal.mark_course_change() returns trigger language plpgsql as $$
begin
  insert into portal.course_told (course, "changedAt") values (new._id, now())
    on conflict (course) do update set "changedAt" = excluded."changedAt";
  return null;
end $$;
create trigger course_change_marked after update on portal.course
  for each row
  when ((old.code, old.name, old.credit, old.moduletype, old.status)
    is distinct from (new.code, new.name, new.credit, new.moduletype, new.status))
  execute function portal.mark_course_change();
