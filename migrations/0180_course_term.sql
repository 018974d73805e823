-- A course that stands in registrations stays in its level and semester: who registered it was told of that one.

create or replace function portal.keep_registered_code() returns trigger language plpgsql as $$
begin
  if new.code <> old.code and exists (select from portal.course_registration_line l where l.course = old._id) then
    raise exception 'a registered course keeps its code' using errcode = '23514', constraint = 'course_code_stays', table = 'course';
  end if;
  if (new.level, new.semester) is distinct from (old.level, old.semester) then
    -- Whoever registers for it keeps its class until the end: their line is seen then.
    perform from portal.course_class k where k._id = old.class for update;
    if exists (select from portal.course_registration_line l where l.course = old._id and l."droppedAt" is null) then
      raise exception 'a registered course keeps its level and semester'
        using errcode = '23514', constraint = 'course_term_stays', table = 'course';
    end if;
  end if;
  return new;
end $$;
