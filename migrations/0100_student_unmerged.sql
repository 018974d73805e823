-- Nothing new comes to a merged record, in the tables either that came since.
do $$
declare
  one text;
begin
  for one in select c.conrelid::regclass::text from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'f' and c.confrelid = 'portal.student'::regclass and a.attname = 'student'
      and not exists (select from pg_trigger t where t.tgrelid = c.conrelid and t.tgname = 'student_unmerged')
  loop
    execute format('create trigger student_unmerged after insert on %s referencing new table as added
      for each statement execute function portal.require_unmerged()', one);
  end loop;
end $$;
