-- What waits is judged again when marks of its student come, and what counts is looked at when a course that opened another was failed.

alter table portal.course_registration
  -- When it was judged last since it arrived; null where nothing came since.
  add column "judgedAt" timestamptz,
  -- Codes that opened a course of it while their result was awaited, and that were failed since.
  add column failed text[] not null default '{}',
  -- Those of them that a head has looked at and left.
  add column leftopen text[] not null default '{}';
create index course_registration_opened on portal.course_registration (_id) where failed <> '{}';
-- Also of those that were taken back.
create index course_result_of_student on portal.course_result (student, "visibleAt");

-- As before, and what counts is found where a course of it was opened by one that was failed since.
create or replace view portal.registration_inbox as
select r._id, r.student, s.name, s.matric, r.programme, r.level, r.session, r.semester, r.units, r.state, r.late, r.note, r.reason,
  case when j.stops is not null then 'To be mended' when r.state = 'Waiting' then 'Clear' end as verdict,
  j.stops,
  case when r.state = 'Waiting' then greatest((now() at time zone 'Africa/Lagos')::date
    - (coalesce(r."waitsSince", r."arrivedAt") at time zone 'Africa/Lagos')::date, 0) end as waited,
  r."arrivedAt", r."decidedAt", r.decidedby, r.registeredby, r.why, r.version, r."createdAt", r."updatedAt"
from portal.course_registration r
left join portal.student s on s._id = r.student
left join lateral (select array_agg(one.code order by one.place) as stops
  from portal.student s join portal.programme p on p._id = r.programme
  left join lateral portal.profile_units(r.programme, s.session) u on true
  cross join lateral unnest(case r.state when 'Waiting' then array[
    case when s.status in ('Deferred', 'Suspended', 'Rusticated', 'Withdrawn', 'Expelled', 'Transferred', 'Graduated', 'Deceased', 'Merged')
      then 'status-stops-registration' end,
    case when exists (select from portal.hold h where h."liftedAt" is null and 'registration' = any(h.blocks) and h.student = any(array(
        select s._id
        union all select merged._id from portal.student merged where merged.mergedinto = s._id
        union all select again._id from portal.student again where again.applicant = s.applicant)))
      then 'held-by-office' end,
    case when not exists (select from portal.registration_permit t where t.student = r.student
          and (t.session, t.semester) = (r.session, r.semester) and 'Unpaid' = any(t.allows)
          and t.until >= (r."arrivedAt" at time zone 'Africa/Lagos')::date)
        and case when exists (select from portal.bill b where b.student = r.student
            and (b.session, b.semester) = (r.session, r.semester) and b."takenbackAt" is null)
          then exists (select from portal.bill b where b.student = r.student
            and (b.session, b.semester) = (r.session, r.semester) and b."takenbackAt" is null
            and portal.left_before(b._id, 'registration') > 0)
          else exists (select from portal.instalment i
            where (i.session, i.semester) = (r.session, r.semester) and 'registration' = any(i.opens)) end
      then 'fees-not-paid' end,
    case when exists (select from portal.course_registration_line l join portal.course c on c._id = l.course
        where l.registration = r._id and l."droppedAt" is null and not c.status)
      then 'course-withdrawn' end,
    case when r.units > coalesce(u.maxunits, p.maxunit) and not exists (select from portal.registration_permit t where t.student = r.student
          and (t.session, t.semester) = (r.session, r.semester) and 'Units' = any(t.allows)
          and t.until >= (r."arrivedAt" at time zone 'Africa/Lagos')::date)
        and not (r.units <= coalesce((select (value #>> '{}')::integer from portal.setting where name = 'unitsWithCarryOvers'), 30)
          and exists (select from portal.course_registration_line l
            where l.registration = r._id and l."droppedAt" is null and l.kind = 'Carry-over'))
      then 'units-above' end,
    -- At its arrival all that was offered was counted; since then only what the office dropped.
    case when r.units < coalesce(u.minunits, p.minunit) and ('units-below' = any(r.found) or exists (
          select from portal.course_registration_line l
          where l.registration = r._id and l.droppedby is not null and l."droppedAt" > r."arrivedAt"))
      then 'units-below' end,
    case when 'prerequisite-missing' = any(r.found) then 'prerequisite-missing' end,
    case when 'carry-over-left' = any(r.found) then 'carry-over-left' end,
    case when 'group-short' = any(r.found) then 'group-short' end]
  when 'Registered' then array[
    case when exists (select from portal.course_registration_line l join portal.course c on c._id = l.course
        where l.registration = r._id and l."droppedAt" is null and not c.status)
      then 'course-withdrawn' end,
    case when r.failed <> '{}' then 'opened-by-failed' end] end) with ordinality one(code, place)
  where s._id = r.student and one.code is not null) j on true;
