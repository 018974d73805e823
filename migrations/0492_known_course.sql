-- Class and session of a row come from its course. Of one that is no more there are none, and the missing class was told instead.
create function portal.require_course() returns trigger language plpgsql as $$
begin
  if not exists (select from portal.course c where c._id = new.course) then
    raise foreign_key_violation using
      message = 'no such course', schema = 'portal', table = tg_table_name, constraint = tg_table_name || '_course';
  end if;
  return new;
end $$;
-- Before all others of the table, by its name.
create trigger a_known_course before insert or update of course on portal.topic
  for each row execute function portal.require_course();
create trigger a_known_course before insert or update of course on portal.course_allocation
  for each row execute function portal.require_course();
create trigger a_known_course before insert or update of course on portal.contact
  for each row execute function portal.require_course();
