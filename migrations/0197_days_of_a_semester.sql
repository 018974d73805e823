-- The days of a semester stay those of that semester while something stands in it: else drafts of another one would be out unseen.

create function portal.keep_exam_period() returns trigger language plpgsql as $$
begin
  if (tg_op = 'DELETE' or (new.session, new.semester) is distinct from (old.session, old.semester))
    and (old."publishedAt" is not null
      or exists (select from portal.examination x where x.session = old.session and x.semester = old.semester)) then
    raise exception 'days of examinations stay with their semester'
      using errcode = '23514', constraint = 'exam_period_stays', table = 'exam_period';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger exam_period_kept before update or delete on portal.exam_period
  for each row execute function portal.keep_exam_period();

create function portal.keep_teaching_semester() returns trigger language plpgsql as $$
begin
  if (tg_op = 'DELETE' or (new.session, new.semester) is distinct from (old.session, old.semester))
    and (old."publishedAt" is not null
      or exists (select from portal.timetable_entry e where e.session = old.session and e.semester = old.semester)) then
    raise exception 'days of teaching stay with their semester'
      using errcode = '23514', constraint = 'teaching_semester_stays', table = 'teaching_semester';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger teaching_semester_kept before update or delete on portal.teaching_semester
  for each row execute function portal.keep_teaching_semester();
