-- A number that a student was called by before a change of combination: it still leads to the student, and is nobody else's.

create table portal.former_matric (
  _id uuid primary key default gen_random_uuid(),
  student uuid not null constraint former_matric_student references portal.student,
  matric text not null,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || matric)) stored
);
create unique index former_matric_once on portal.former_matric (lower(matric));
create index former_matric_of_student on portal.former_matric (student);
create index former_matric_search on portal.former_matric using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.former_matric referencing new table as added
  for each statement execute function portal.require_unmerged();
create trigger former_matric_append_only before update or delete or truncate on portal.former_matric
  for each statement execute function portal.refuse_change();

insert into portal.former_matric (student, matric, "createdAt")
  select distinct on (lower(c.matric)) c.student, c.matric, c."movedAt" from portal.combination_change c
  where c.state = 'In force' and c.newmatric is not null and c.matric is not null
    and not exists (select from portal.student s where lower(s.matric) = lower(c.matric))
  order by lower(c.matric), c."movedAt";

create function portal.keep_former_matric() returns trigger language plpgsql as $$
begin
  if exists (select from portal.former_matric f where lower(f.matric) = lower(new.matric) and f.student <> new._id) then
    raise exception 'the matric number % was another student''s', new.matric
      using errcode = 'unique_violation', constraint = 'student_matric';
  end if;
  return new;
end $$;
create trigger student_former_matric before insert or update of matric on portal.student
  for each row when (new.matric is not null) execute function portal.keep_former_matric();
