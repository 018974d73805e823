-- A mark that comes once the others of its class are published goes the way of all marks: the sheet is returned for those who have none,
-- and what is published stays. A sheet of which every result stands is not returned.

create or replace function portal.keep_published_sheet() returns trigger language plpgsql as $$
begin
  if exists (select from portal.course_result r where r.class = new.class and r."recalledAt" is null and r."supersededAt" is null)
    and not exists (select from portal.course_registration_line l join portal.course_registration own on own._id = l.registration
      where l.class = new.class and l."approvedAt" is not null and l."droppedAt" is null
        and not exists (select from portal.course_result r where r.student = own.student and r.class = new.class
          and r."recalledAt" is null and r."supersededAt" is null)) then
    raise exception 'all results of this sheet are published'
      using errcode = '23514', constraint = 'score_sheet_published', table = 'score_sheet';
  end if;
  return new;
end $$;

-- No mark is written under a result that stands.
create function portal.keep_published_score() returns trigger language plpgsql as $$
begin
  if exists (select from portal.course_result r join portal.score_sheet s on s._id = new.sheet
    where r.student = new.student and r.class = s.class and r."recalledAt" is null and r."supersededAt" is null) then
    raise exception 'the result of this mark is published' using errcode = '23514', constraint = 'score_published', table = 'score';
  end if;
  return new;
end $$;
create trigger score_published before insert or update of ca, examination, code, ca2, examination2, code2 on portal.score
  for each row execute function portal.keep_published_score();
