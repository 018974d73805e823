-- JAMB answers by its own number, and a file of answers holds thousands of them.
create index outgoing_list_line_of_jamb on portal.outgoing_list_line (jamb) where jamb is not null;

-- Nothing new comes to a merged record, nor a loan.
do $$
begin
  if not exists (select from pg_trigger where tgrelid = 'portal.student_loan'::regclass and tgname = 'student_unmerged')
    and exists (select from pg_proc where proname = 'require_unmerged' and pronamespace = 'portal'::regnamespace) then
    create trigger student_unmerged after insert on portal.student_loan referencing new table as added
      for each statement execute function portal.require_unmerged();
  end if;
end $$;
