-- Whoever names a record that was merged just now was overtaken, and is tried once more; whoever names one that was merged before
-- is told which one stays, and not asked to try again for ever. What begins later than a merge can have lasted has seen it.
create or replace function portal.require_unmerged() returns trigger language plpgsql as $$
declare
  gone record;
begin
  select coalesce(s.matric, s.name) as called, coalesce(kept.matric, kept.name) as stays,
      s."statusAt" > now() - interval '10 seconds' as justnow
    into gone from added join portal.student s on s._id = added.student
    left join portal.student kept on kept._id = s.mergedinto
    where s.status = 'Merged' order by s."statusAt" desc limit 1;
  if not found then
    return null;
  elsif gone.justnow then
    raise exception 'the student was merged with another meanwhile' using errcode = '40P01';
  end if;
  raise exception '% was merged into %: name that one', gone.called, gone.stays
    using errcode = '23514', constraint = 'student_unmerged';
end $$;
