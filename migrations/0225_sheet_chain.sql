-- How a sheet goes from its lecturers to the board: nobody decides twice, and what was published stands on a sheet that the board approved.

-- The day of the board's meeting, beside its minute.
alter table portal.score_sheet_step add column minuteday date,
  add constraint score_sheet_step_minuteday check (minuteday is null or minute is not null);

create function portal.each_once(people uuid[]) returns boolean language sql immutable parallel safe as
  $$ select cardinality(people) = (select count(distinct one) from unnest(people) one) $$;
alter table portal.score_sheet
  add constraint score_sheet_nobody_twice check (portal.each_once(deciders)),
  add constraint score_sheet_another_decides check (submittedby <> all(deciders));

-- The sheets as the office lists them. What each is called is what its courses say now; who teaches, and how many marks are typed of how
-- many, is asked for the rows that are shown.
create view portal.score_sheet_list as
select s._id, k.code, coalesce(named.name, k.code) as name, s.class, k.department, s.session, s.semester, s.state, s.reason,
  s.twice, null::text as lecturers, 0 as typed, 0 as students, s.submittedby, s."submittedAt", s."movedAt",
  greatest((now() at time zone 'Africa/Lagos')::date - (s."movedAt" at time zone 'Africa/Lagos')::date, 0) as waited,
  s.marksversion as version, s."createdAt", lower(' ' || k.code || ' ' || coalesce(named.name, '')) as search
from portal.score_sheet s
join portal.course_class k on k._id = s.class
left join lateral (select c.name from portal.course c where c.class = s.class order by c.status desc, c._id limit 1) named on true;

-- Results stand on an approved sheet: whoever returns it and whoever publishes from it wait for each other.
create function portal.require_approved_sheet() returns trigger language plpgsql as $$
begin
  perform from portal.score_sheet s where s.class in (select a.class from added a) order by s._id for share;
  if exists (select from added a join portal.score_sheet s on s.class = a.class where s.state <> 'Approved') then
    raise exception 'the board has not approved this sheet'
      using errcode = '23514', constraint = 'course_result_of_approved_sheet', table = 'course_result';
  end if;
  return null;
end $$;
create trigger course_result_approved after insert on portal.course_result referencing new table as added
  for each statement execute function portal.require_approved_sheet();

create function portal.keep_published_sheet() returns trigger language plpgsql as $$
begin
  if exists (select from portal.course_result r where r.class = new.class and r."recalledAt" is null and r."supersededAt" is null) then
    raise exception 'results of this sheet are published'
      using errcode = '23514', constraint = 'score_sheet_published', table = 'score_sheet';
  end if;
  return new;
end $$;
create trigger score_sheet_kept before update of state on portal.score_sheet for each row
  when (old.state = 'Approved' and new.state <> 'Approved') execute function portal.keep_published_sheet();
