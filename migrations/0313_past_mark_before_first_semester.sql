-- A past mark is of a semester before the first in which the student's courses are registered here. From then on every mark comes by a
-- score sheet: else one person alone would pass somebody in the semester after the one that was failed.
create or replace function portal.kept_here(of uuid, in_session uuid, in_semester smallint, named text) returns text
language sql stable as $$
  select case
    when exists (select from portal.course_registration r join portal.course_registration_line l on l.registration = r._id
      where r.student = of and r.session = in_session and r.semester = in_semester and lower(l.code) = lower(named)
        and l."droppedAt" is null) then 'Registered'
    when exists (select from portal.score k join portal.score_sheet t on t._id = k.sheet join portal.course_class c on c._id = t.class
      where k.student = of and t.session = in_session and t.semester = in_semester and lower(c.code) = lower(named)
        and (k.ca is not null or k.examination is not null or k.code is not null)) then 'Typed'
    when exists (select from portal.course_registration r join portal.course_registration_line l on l.registration = r._id
      join portal.session here on here._id = r.session join portal.session asked on asked._id = in_session
      where r.student = of and l."approvedAt" is not null and l."droppedAt" is null
        and (here.name, r.semester) <= (asked.name, in_semester)) then 'Begun'
  end
$$;
