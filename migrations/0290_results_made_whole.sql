-- The results of a publication are written slice by slice, and read all at once: until the last slice is there they are of no day that
-- comes. Then all of them get their minute in one statement. Nothing else of a published result moves. Rows are compared as they are:
-- as JSON it took half the time of a statement that moves 90,000 of them.

create or replace function portal.guard_course_result() returns trigger language plpgsql as $$
declare
  was portal.course_result := old;
begin
  was.student := new.student;
  was."recalledAt" := new."recalledAt";
  was."supersededAt" := new."supersededAt";
  if old."visibleAt" = timestamptz '9999-12-31 00:00:00Z' and new."recalledAt" is null then
    was."visibleAt" := new."visibleAt";
  end if;
  if was is distinct from new
    or old."recalledAt" is not null and new."recalledAt" is distinct from old."recalledAt"
    or old."supersededAt" is not null and new."supersededAt" is distinct from old."supersededAt"
    or new.student <> old.student and not exists (
      select from portal.student s where s._id = old.student and s.mergedinto = new.student) then
    raise exception 'a published result stays; another row corrects it'
      using errcode = '23514', constraint = 'course_result_stays', table = 'course_result';
  end if;
  return new;
end $$;
