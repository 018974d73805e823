-- A loan that was booked wrongly is undone by two people: lines against it, and it rests until it is corrected or brought in otherwise.

alter table portal.loan_booking
  -- The loan that is taken off its bills again, and why; null of a booking.
  add column undoes uuid constraint loan_booking_undoes references portal.student_loan,
  add column reason text constraint loan_booking_reason check (char_length(reason) between 2 and 500),
  add constraint loan_booking_undoing check ((undoes is null) = (reason is null) and (undoes is null or count = 1));
drop index portal.loan_booking_one_proposed;
create unique index loan_booking_one_proposed on portal.loan_booking (session) where state = 'Proposed' and undoes is null;
create unique index loan_booking_one_undoing on portal.loan_booking (undoes) where state = 'Proposed';
create index loan_booking_of_undone on portal.loan_booking (undoes, "createdAt") where undoes is not null;

create or replace function portal.guard_loan_booking() returns trigger language plpgsql as $$
begin
  if (new._id, new.session, new.title, new.count, new.total_kobo, new.undoes, new.reason, new.proposedby, new."createdAt")
    is distinct from (old._id, old.session, old.title, old.count, old.total_kobo, old.undoes, old.reason, old.proposedby, old."createdAt")
    or old.state <> 'Proposed' then
    raise exception 'a booking of loans stays what was proposed, and is decided once';
  end if;
  return new;
end $$;

alter table portal.student_loan
  drop constraint student_loan_state,
  add constraint student_loan_state check (state in ('Waiting', 'Proposed', 'Booked', 'Undone'));

-- What was undone and is booked anew has lines of both times.
alter table portal.student_loan_line
  drop constraint student_loan_line_pkey,
  drop constraint student_loan_line_once,
  add constraint student_loan_line_once primary key (bill, place);
create index student_loan_line_of on portal.student_loan_line (loan);

create or replace function portal.guard_student_loan() returns trigger language plpgsql as $$
begin
  if old.state <> 'Waiting' and (tg_op = 'DELETE'
    or new.session <> old.session
    or (new.amount_kobo, new.reference) is distinct from (old.amount_kobo, old.reference) and old.state <> 'Undone'
    -- It goes along with a record that is merged with another.
    or new.student <> old.student and not exists (select from portal.student where _id = old.student and status = 'Merged')) then
    raise exception 'a loan stays what was proposed to be booked' using errcode = '23514', constraint = 'student_loan_waits';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  -- What is corrected waits to be booked again.
  if old.state = 'Undone' and (new.amount_kobo, new.reference) is distinct from (old.amount_kobo, old.reference) then
    new.state := 'Waiting';
    new.booking := null;
  end if;
  if not (new.state = old.state or old.state = 'Waiting' and new.state = 'Proposed' or old.state = 'Proposed'
    or old.state = 'Booked' and new.state = 'Undone' or old.state = 'Undone' and new.state = 'Waiting') then
    raise exception 'a loan that is booked stays booked until two people undo it';
  end if;
  return new;
end $$;

-- Where a line stands that was taken over from the bill of a merged record.
create index bill_line_carried_from on portal.bill_line (carriedfrom) where carriedfrom is not null;
