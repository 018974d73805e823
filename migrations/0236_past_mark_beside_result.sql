-- A course has one mark in a semester: past marks are for the time before, a published result is corrected by a rectification.

create function portal.has_published_result(of uuid, in_session uuid, in_semester smallint, named text) returns boolean
language sql stable as $$
  select exists (select from portal.course_result r
    where r.student = of and r.session = in_session and r.semester = in_semester and lower(r.course) = lower(named)
      and r."recalledAt" is null and r."supersededAt" is null)
$$;

create function portal.guard_past_mark() returns trigger language plpgsql as $$
begin
  -- Whoever publishes in that semester is waited for, and waits: see lock_marks. Who brings marks in waits for nobody else who does.
  perform pg_advisory_xact_lock_shared(hashtextextended('marks ' || new.session || ' ' || new.semester, 0));
  if portal.has_published_result(new.student, new.session, new.semester, new.course) then
    raise exception 'the course has a published result in this semester'
      using errcode = '23514', constraint = 'past_mark_beside_result', table = 'past_mark';
  end if;
  return new;
end $$;
create trigger past_mark_alone before insert on portal.past_mark for each row execute function portal.guard_past_mark();
create trigger past_mark_moved_alone before update of student, session, semester, course on portal.past_mark
  for each row when ((new.student, new.session, new.semester, lower(new.course)) is distinct from
    (old.student, old.session, old.semester, lower(old.course)))
  execute function portal.guard_past_mark();
