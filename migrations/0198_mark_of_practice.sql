-- A confirmed result of teaching practice is a mark of its course, like every other one.

alter table portal.past_mark
  -- Where it comes from: a file or a form of the registry, or the posting that was confirmed.
  add column source text not null default 'Past marks' constraint past_mark_source check (source in ('Past marks', 'Teaching practice')),
  add column posting uuid constraint past_mark_posting unique,
  -- From which percentage it is passed; null for the pass mark of the college.
  add column passline smallint constraint past_mark_passline check (passline between 1 and 100),
  add constraint past_mark_of_practice check ((source = 'Teaching practice') = (posting is not null and passline is not null));
create index past_mark_by_source on portal.past_mark (source, _id) where source <> 'Past marks';

-- What two people have confirmed is changed by another attempt alone; a merge takes it along.
create function portal.keep_practice_mark() returns trigger language plpgsql as $$
begin
  if old.source = 'Teaching practice' and (tg_op = 'DELETE' or new.source <> old.source or (new.posting = old.posting
    and (new.session, new.semester, new.course, new.ca, new.examination, new.total, new.code, new.passline)
      is distinct from (old.session, old.semester, old.course, old.ca, old.examination, old.total, old.code, old.passline))) then
    raise exception 'a mark of teaching practice stands as it was confirmed'
      using errcode = '23514', constraint = 'past_mark_of_practice_stands', table = 'past_mark';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger practice_mark_kept before update or delete on portal.past_mark
  for each row execute function portal.keep_practice_mark();

insert into portal.past_mark (_id, student, session, semester, course, title, units, total, code, source, posting, passline)
  select distinct on (p.student, r.session, r.semester, lower(p.course)) gen_random_uuid(), p.student, r.session, r.semester, p.course,
    coalesce(l.name, p.course), coalesce(l.credit, 0), p.total, p.code, 'Teaching practice', p._id, r.passline
  from portal.practice_posting p join portal.practice_round r on r._id = p.round
  left join lateral (select line.name, line.credit from portal.course_registration own
    join portal.course_registration_line line on line.registration = own._id and line.code = p.course
    where own.student = p.student and own.session = r.session and own.semester = r.semester
    order by line."droppedAt" nulls first limit 1) l on true
  where p.state = 'Confirmed'
  order by p.student, r.session, r.semester, lower(p.course), p."decidedAt" desc
  on conflict do nothing;
