-- A course is withdrawn before somebody registers it, or after, and never while: whoever registers keeps its class until the end.

create or replace function portal.keep_registered_code() returns trigger language plpgsql as $$
begin
  if new.code <> old.code and exists (select from portal.course_registration_line l where l.course = old._id) then
    raise exception 'a registered course keeps its code' using errcode = '23514', constraint = 'course_code_stays', table = 'course';
  end if;
  if old.status and not new.status then
    perform from portal.course_class k where k._id = old.class for update;
  end if;
  if (new.level, new.semester) is distinct from (old.level, old.semester) then
    -- Their line is seen then.
    perform from portal.course_class k where k._id = old.class for update;
    if exists (select from portal.course_registration_line l where l.course = old._id and l."droppedAt" is null) then
      raise exception 'a registered course keeps its level and semester'
        using errcode = '23514', constraint = 'course_term_stays', table = 'course';
    end if;
  end if;
  return new;
end $$;
