-- Class, session and semester of a meeting of the week come from its course too.
create trigger a_known_course before insert or update of course on portal.timetable_entry
  for each row execute function portal.require_course();
