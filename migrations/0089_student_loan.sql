-- NELFUND's loans: brought in by its file, booked on the bills by two people, and the money of the fund as it comes.

create table portal.loan_booking (
  _id uuid primary key,
  session uuid not null constraint loan_booking_session references portal.session,
  title text not null,
  -- As they were proposed.
  count integer not null constraint loan_booking_count check (count > 0),
  total_kobo bigint not null constraint loan_booking_total check (total_kobo > 0),
  -- What became of it: how much was booked, and how much of that had been paid already and is credit.
  booked integer,
  done_kobo bigint,
  credit_kobo bigint,
  state text not null default 'Proposed' constraint loan_booking_state check (state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')),
  proposedby uuid not null constraint loan_booking_proposedby references portal.staff,
  decidedby uuid constraint loan_booking_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || title)) stored,
  constraint loan_booking_two_people check (state <> 'Approved' or decidedby <> proposedby),
  constraint loan_booking_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint loan_booking_done check ((state = 'Approved') = (num_nonnulls(booked, done_kobo, credit_kobo) = 3))
);
create unique index loan_booking_one_proposed on portal.loan_booking (session) where state = 'Proposed';
create index loan_booking_by_createdat on portal.loan_booking ("createdAt", _id);
create index loan_booking_of_session on portal.loan_booking (session, "createdAt", _id);
create index loan_booking_by_state on portal.loan_booking (state, "createdAt", _id);
create index loan_booking_search on portal.loan_booking using gin (search gin_trgm_ops);
create trigger loan_booking_kept before delete or truncate on portal.loan_booking
  for each statement execute function portal.refuse_change();

create table portal.student_loan (
  _id uuid primary key,
  student uuid not null constraint student_loan_student references portal.student,
  session uuid not null constraint student_loan_session references portal.session,
  amount_kobo bigint not null constraint student_loan_amount check (amount_kobo > 0),
  -- NELFUND's own number of it.
  reference text constraint student_loan_reference check (char_length(reference) between 2 and 60),
  state text not null default 'Waiting' constraint student_loan_state check (state in ('Waiting', 'Proposed', 'Booked')),
  booking uuid constraint student_loan_booking references portal.loan_booking,
  -- What of it was paid already, and is the student's credit since.
  credit_kobo bigint not null default 0 constraint student_loan_credit check (credit_kobo between 0 and amount_kobo),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  -- One loan pays one session of one student, however often its file comes.
  constraint student_loan_once unique (student, session),
  constraint student_loan_booked check ((state = 'Waiting') = (booking is null) and (state = 'Booked' or credit_kobo = 0))
);
create index student_loan_by_createdat on portal.student_loan ("createdAt", _id);
create index student_loan_by_amount on portal.student_loan (amount_kobo, _id);
create index student_loan_of_session on portal.student_loan (session, "createdAt", _id);
create index student_loan_by_state on portal.student_loan (state, "createdAt", _id);
create index student_loan_of_booking on portal.student_loan (booking, "createdAt", _id);
create index student_loan_waiting on portal.student_loan (session) where state = 'Waiting';

-- The lines of the bills that came of a loan.
create table portal.student_loan_line (
  loan uuid not null constraint student_loan_line_loan references portal.student_loan,
  bill uuid not null,
  place smallint not null,
  amount_kobo bigint not null constraint student_loan_line_amount check (amount_kobo > 0),
  primary key (loan, bill),
  constraint student_loan_line_once unique (bill, place),
  constraint student_loan_line_place foreign key (bill, place) references portal.bill_line (bill, place)
);
create trigger student_loan_line_kept before update or delete or truncate on portal.student_loan_line
  for each statement execute function portal.refuse_change();

create function portal.guard_student_loan() returns trigger language plpgsql as $$
begin
  if old.state <> 'Waiting' and (tg_op = 'DELETE'
    or (new.session, new.amount_kobo, new.reference) is distinct from (old.session, old.amount_kobo, old.reference)
    -- It goes along with a record that is merged with another.
    or new.student <> old.student and not exists (select from portal.student where _id = old.student and status = 'Merged')) then
    raise exception 'a loan stays what was proposed to be booked' using errcode = '23514', constraint = 'student_loan_waits';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if not (new.state = old.state or old.state = 'Waiting' and new.state = 'Proposed' or old.state = 'Proposed') then
    raise exception 'a loan that is booked stays booked';
  end if;
  return new;
end $$;
create trigger student_loan_guard before update or delete on portal.student_loan
  for each row execute function portal.guard_student_loan();

create function portal.guard_loan_booking() returns trigger language plpgsql as $$
begin
  if (new._id, new.session, new.title, new.count, new.total_kobo, new.proposedby, new."createdAt")
    is distinct from (old._id, old.session, old.title, old.count, old.total_kobo, old.proposedby, old."createdAt")
    or old.state <> 'Proposed' then
    raise exception 'a booking of loans stays what was proposed, and is decided once';
  end if;
  return new;
end $$;
create trigger loan_booking_guard before update on portal.loan_booking
  for each row execute function portal.guard_loan_booking();

-- What the fund has paid to the college: one sum for many students.
create table portal.loan_receipt (
  _id uuid primary key,
  session uuid not null constraint loan_receipt_session references portal.session,
  amount_kobo bigint not null constraint loan_receipt_amount check (amount_kobo > 0),
  -- The day and the number of the bank's statement.
  day date not null,
  reference text not null constraint loan_receipt_reference check (char_length(reference) between 2 and 60),
  remark text constraint loan_receipt_remark check (char_length(remark) between 2 and 300),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || reference || ' ' || coalesce(remark, ''))) stored
);
create unique index loan_receipt_once on portal.loan_receipt (lower(reference));
create index loan_receipt_by_createdat on portal.loan_receipt ("createdAt", _id);
create index loan_receipt_by_day on portal.loan_receipt (day, _id);
create index loan_receipt_of_session on portal.loan_receipt (session, "createdAt", _id);
create index loan_receipt_search on portal.loan_receipt using gin (search gin_trgm_ops);
