-- What was moved to a bill from another of the same person and semester counts as paid, not as billed less; and what was let off
-- on a bill that was taken over is let off where it stands now.

alter table portal.bill_line
  -- The bill of a merged record of which this line was taken over.
  add column carriedfrom uuid constraint bill_line_carriedfrom references portal.bill,
  add constraint bill_line_carried check (carriedfrom is null or kind in ('debt', 'waiver', 'scholarship'));

alter table portal.bill add column moved_kobo bigint not null default 0;

create or replace function portal.sum_bill_lines() returns trigger language plpgsql as $$
begin
  update portal.bill b set billed_kobo = b.billed_kobo + more.kobo, late_kobo = b.late_kobo + more.late,
    moved_kobo = b.moved_kobo + more.moved
  from (select bill, sum(amount_kobo) as kobo, coalesce(sum(amount_kobo) filter (where kind = 'late'), 0) as late,
      coalesce(sum(amount_kobo) filter (where kind = 'moved'), 0) as moved
    from added where kind <> 'fee' group by bill) more
  where b._id = more.bill;
  return null;
end $$;

create or replace function portal.guard_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.late_kobo <> 0 or new.moved_kobo <> 0 or new.paid_kobo <> 0 then
      raise exception 'a bill begins with its fees';
    end if;
    return new;
  end if;
  if (new._id, new.session, new.semester, new.programme, new.level, new.indigene, new.isnewstudent, new."serviceID",
      new.instalments, new."createdAt")
    is distinct from
     (old._id, old.session, old.semester, old.programme, old.level, old.indigene, old.isnewstudent, old."serviceID",
      old.instalments, old."createdAt")
    or new.student <> old.student and not exists (
      select from portal.student s where s._id = old.student and s.mergedinto = new.student)
    or (new.billed_kobo, new.late_kobo, new.moved_kobo, new.paid_kobo)
      is distinct from (old.billed_kobo, old.late_kobo, old.moved_kobo, old.paid_kobo)
      and pg_trigger_depth() < 2 then
    raise exception 'a bill is frozen, and its sums follow its lines and payments';
  end if;
  return new;
end $$;

alter table portal.bill disable trigger bill_guard;
update portal.bill b set moved_kobo = l.kobo
from (select bill, sum(amount_kobo) as kobo from portal.bill_line where kind = 'moved' group by bill) l where l.bill = b._id;
alter table portal.bill enable trigger bill_guard;

-- What is due by a day is a share of what is charged, and what was moved here is paid towards it.
drop view portal.tuition_debt;
alter table portal.bill drop column owedsince;
alter table portal.bill add column owedsince date generated always as (portal.owed_since(instalments,
  billed_kobo - least(moved_kobo, 0), late_kobo, paid_kobo - least(moved_kobo, 0))) stored;
create index bill_owed on portal.bill (owedsince, _id) where owedsince is not null;
create index bill_owed_most on portal.bill (balance_kobo, _id) where owedsince is not null;
create index bill_owed_of_session on portal.bill (session, owedsince, _id) where owedsince is not null;
create index bill_owed_of_programme on portal.bill (programme, owedsince, _id) where owedsince is not null;
create view portal.tuition_debt as
select b._id, b."createdAt", b.student, s.matric, s.name, b.programme, b.level, b.session, b.semester, b.owedsince, b.balance_kobo,
  due.kobo as due_kobo, s.status, s.phonenumber, s.emailaddress, s.search
from portal.bill b
join portal.student s on s._id = b.student
cross join lateral (
  select max(portal.instalment_kobo(b.billed_kobo - b.late_kobo - least(b.moved_kobo, 0), (one ->> 'share')::integer))
    + greatest(b.late_kobo, 0) - b.paid_kobo + least(b.moved_kobo, 0) as kobo
  from jsonb_array_elements(b.instalments) one
  where (one ->> 'due')::date < (now() at time zone 'Africa/Lagos')::date) due
where b.owedsince < (now() at time zone 'Africa/Lagos')::date;
