-- Since when a list with somebody whom JAMB had returned has left again; what JAMB says next begins anew.
alter table portal.matriculation_answer add column "againAt" timestamptz;
create index matriculation_answer_returned on portal.matriculation_answer (student) where answer = 'Returned' and "againAt" is null;

-- Of what happened on one day, in its order here.
create function portal.guard_matriculation_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.answer, new.reason, new.day) is distinct from (old.answer, old.reason, old.day) then
    new."againAt" := (select max(o."decidedAt") from portal.outgoing_list_line l join portal.outgoing_list o on o._id = l.list
      where l.jamb = new.jamb and l.standing = 'In the file' and o.kind = 'National Matriculation List' and o.state = 'Signed off'
        and (o."decidedAt" at time zone 'Africa/Lagos')::date > new.day);
  end if;
  return new;
end $$;
create trigger matriculation_answer_guard before insert or update on portal.matriculation_answer
  for each row execute function portal.guard_matriculation_answer();
update portal.matriculation_answer a set "againAt" = (
  select max(o."decidedAt") from portal.outgoing_list_line l join portal.outgoing_list o on o._id = l.list
  where l.jamb = a.jamb and l.standing = 'In the file' and o.kind = 'National Matriculation List' and o.state = 'Signed off'
    and ((o."decidedAt" at time zone 'Africa/Lagos')::date, o."decidedAt") > (a.day, a."updatedAt"));

-- When a student was written to about the loan that stands on the bill.
alter table portal.student_loan add column "toldAt" timestamptz;
create index student_loan_untold on portal.student_loan (booking, _id) where state = 'Booked' and "toldAt" is null;
