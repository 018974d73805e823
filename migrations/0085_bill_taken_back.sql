-- A bill that was made wrongly, and of which nothing is paid, is taken back by two people: its lines come to nothing, and another
-- bill of the same semester can be made.

alter table portal.bill add column "takenbackAt" timestamptz,
  drop constraint bill_once;
create unique index bill_once on portal.bill (student, session, semester) where "takenbackAt" is null;
create index bill_of_student on portal.bill (student, "createdAt");
create index bill_taken_back on portal.bill ("createdAt", _id) where "takenbackAt" is not null;

create function portal.guard_bill_taken_back() returns trigger language plpgsql as $$
begin
  if old."takenbackAt" is not null or new.billed_kobo <> 0 or new.paid_kobo <> 0 then
    raise exception 'a bill is taken back once, when nothing is billed on it any more and nothing is paid';
  end if;
  return new;
end $$;
create trigger bill_taken_back_guard before update on portal.bill for each row
  when (old."takenbackAt" is distinct from new."takenbackAt") execute function portal.guard_bill_taken_back();

create or replace view portal.tuition_bill as
select b._id, b."createdAt", b.student, s.matric, s.name, b.programme, b.level, b.session, b.semester, b.indigene, b.isnewstudent,
  b.billed_kobo, b.paid_kobo, b.balance_kobo, b.standing, s.status, s.search, b."takenbackAt" is not null as takenback
from portal.bill b join portal.student s on s._id = b.student;

alter table portal.bill_adjustment
  drop constraint bill_adjustment_kind,
  add constraint bill_adjustment_kind check (kind in ('waiver', 'scholarship', 'change', 'debt', 'taking-back')),
  drop constraint bill_adjustment_how_much,
  add constraint bill_adjustment_how_much check (undoes is not null
    or case when kind = 'taking-back' then percent is null and amount_kobo is null else (percent is null) <> (amount_kobo is null) end),
  add constraint bill_adjustment_taking_back check (undoes is null or kind <> 'taking-back');
