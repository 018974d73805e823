-- A past mark is for what the portal itself has nothing of. Where it has the registration of a course, or its score, the mark comes by
-- the score sheet and its chain: one person alone puts none there, and changes none that stands there. Taking such a mark out stays
-- possible: then the sheet's counts.

-- How the portal has a course of a student in a semester, other than by a published result; null where it has nothing of it.
create function portal.kept_here(of uuid, in_session uuid, in_semester smallint, named text) returns text
language sql stable as $$
  select case
    when exists (select from portal.course_registration r join portal.course_registration_line l on l.registration = r._id
      where r.student = of and r.session = in_session and r.semester = in_semester and lower(l.code) = lower(named)
        and l."droppedAt" is null) then 'Registered'
    when exists (select from portal.score k join portal.score_sheet t on t._id = k.sheet join portal.course_class c on c._id = t.class
      where k.student = of and t.session = in_session and t.semester = in_semester and lower(c.code) = lower(named)
        and (k.ca is not null or k.examination is not null or k.code is not null)) then 'Typed'
  end
$$;

create function portal.keep_past_mark_to_before() returns trigger language plpgsql as $$
begin
  -- A merge takes a mark along as it is; it has two people of its own.
  if tg_op = 'UPDATE' and exists (select from portal.student s where s._id = old.student and s.mergedinto = new.student) then
    return new;
  end if;
  if portal.kept_here(new.student, new.session, new.semester, new.course) is not null then
    raise exception 'the mark of this course comes by its score sheet'
      using errcode = '23514', constraint = 'past_mark_of_before', table = 'past_mark';
  end if;
  return new;
end $$;
create trigger past_mark_of_before before insert on portal.past_mark
  for each row when (new.source = 'Past marks') execute function portal.keep_past_mark_to_before();
create trigger past_mark_changed_of_before before update on portal.past_mark
  for each row when (new.source = 'Past marks'
    and (new.student, new.session, new.semester, lower(new.course), new.units, new.ca, new.examination, new.total, new.code)
      is distinct from (old.student, old.session, old.semester, lower(old.course), old.units, old.ca, old.examination, old.total, old.code))
  execute function portal.keep_past_mark_to_before();
