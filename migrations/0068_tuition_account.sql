-- The tuition account: bills that are frozen when they are made, what changes them later, and the payments that count on them.

-- What part of a bill is due when, and what that part opens. A bill keeps them as they stood when it was made.
create table portal.instalment (
  _id uuid primary key,
  session uuid not null constraint instalment_session references portal.session,
  semester smallint not null constraint instalment_semester check (semester between 1 and 2),
  name text not null constraint instalment_name_length check (char_length(name) between 2 and 60),
  -- How much of the bill is to be paid by then, in percent of all of it.
  share smallint not null constraint instalment_share check (share between 1 and 100),
  due date not null,
  -- Null for nothing.
  opens text[] constraint instalment_opens check (opens <@ array['registration', 'examination', 'results']),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint instalment_once unique (session, semester, share),
  constraint instalment_name unique (session, semester, name)
);
create index instalment_by_due on portal.instalment (due, _id);
create index instalment_by_share on portal.instalment (share, _id);
create index instalment_by_createdat on portal.instalment ("createdAt", _id);

-- What is charged to whoever has not met the first instalment by a day.
create table portal.late_charge (
  _id uuid primary key,
  session uuid not null constraint late_charge_session references portal.session,
  semester smallint not null constraint late_charge_semester check (semester between 1 and 2),
  -- The last day, in Lagos, on which a payment is in time.
  day date not null,
  label text not null constraint late_charge_label_length check (char_length(label) between 2 and 100),
  amount_kobo bigint not null constraint late_charge_amount check (amount_kobo > 0),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint late_charge_once unique (session, semester, day)
);
create index late_charge_by_day on portal.late_charge (day, _id);
create index late_charge_by_createdat on portal.late_charge ("createdAt", _id);

-- What is to be paid by an instalment, in kobo and whole naira: a share of what is billed, and at most all of it.
create function portal.instalment_kobo(base bigint, share integer) returns bigint language sql immutable parallel safe as $$
  select case when base <= 0 then 0 else least(base, (base * share + 9999) / 10000 * 100) end
$$;

-- The first day by which something was to be paid that is not; null where all is. A late charge is due with whatever is.
create function portal.owed_since(instalments jsonb, billed bigint, late bigint, paid bigint) returns date
language sql immutable parallel safe as $$
  select min((one ->> 'due')::date) from jsonb_array_elements(instalments) one
  where portal.instalment_kobo(billed - late, (one ->> 'share')::integer) + greatest(late, 0) > paid
$$;

-- What a student is to pay for one semester, by the class that the student was of then.
create table portal.bill (
  _id uuid primary key,
  student uuid not null constraint bill_student references portal.student,
  session uuid not null constraint bill_session references portal.session,
  semester smallint not null constraint bill_semester check (semester between 1 and 2),
  programme uuid not null constraint bill_programme references portal.programme,
  level smallint not null,
  indigene boolean not null,
  isnewstudent boolean not null,
  -- The provider's service that takes it.
  "serviceID" text not null,
  -- [{name, share, due, opens}], in their order; the last one is all of it.
  instalments jsonb not null constraint bill_instalments check ((instalments -> -1 ->> 'share')::integer = 100),
  -- Sums of the lines, of the late charges among them, and of the payments that count: at first the fees, then kept by triggers.
  billed_kobo bigint not null,
  late_kobo bigint not null default 0,
  paid_kobo bigint not null default 0,
  "createdAt" timestamptz not null default now(),
  -- When its student was written to about it.
  "toldAt" timestamptz,
  balance_kobo bigint not null generated always as (billed_kobo - paid_kobo) stored,
  owedsince date generated always as (portal.owed_since(instalments, billed_kobo, late_kobo, paid_kobo)) stored,
  standing text not null generated always as (
    case when billed_kobo > paid_kobo then 'Owing' when billed_kobo = paid_kobo then 'Settled' else 'Credit' end) stored,
  constraint bill_once unique (student, session, semester),
  -- What a payment is for.
  constraint bill_own unique (_id, programme, session)
);
create index bill_by_createdat on portal.bill ("createdAt", _id);
create index bill_by_balance on portal.bill (balance_kobo, _id);
create index bill_by_standing on portal.bill (standing, "createdAt", _id);
create index bill_of_session on portal.bill (session, "createdAt", _id);
create index bill_of_programme on portal.bill (programme, "createdAt", _id);
create index bill_owed on portal.bill (owedsince, _id) where owedsince is not null;
create index bill_owed_most on portal.bill (balance_kobo, _id) where owedsince is not null;
create index bill_owed_of_session on portal.bill (session, owedsince, _id) where owedsince is not null;
create index bill_owed_of_programme on portal.bill (programme, owedsince, _id) where owedsince is not null;
create index bill_untold on portal.bill (_id) where "toldAt" is null;
create trigger bill_kept before delete or truncate on portal.bill
  for each statement execute function portal.refuse_change();

-- Each line of a bill, with its sign. Those with which it was made are fees; whatever comes later says why.
create table portal.bill_line (
  bill uuid not null constraint bill_line_bill references portal.bill,
  place smallint not null,
  kind text not null constraint bill_line_kind check (kind in ('fee', 'late', 'change', 'debt', 'waiver', 'scholarship', 'sponsor',
    'loan', 'moved', 'refund')),
  label text not null constraint bill_line_label check (char_length(label) between 2 and 200),
  amount_kobo bigint not null constraint bill_line_amount check (amount_kobo <> 0 and (kind <> 'fee' or amount_kobo > 0)),
  reason text constraint bill_line_reason check (reason is not null or kind in ('fee', 'late')),
  -- Who of the office; null where the portal itself did.
  staff uuid constraint bill_line_staff references portal.staff,
  latecharge uuid constraint bill_line_latecharge references portal.late_charge,
  -- The line of the same bill that this one takes back.
  takesback smallint,
  "createdAt" timestamptz not null default now(),
  primary key (bill, place),
  constraint bill_line_takesback foreign key (bill, takesback) references portal.bill_line (bill, place),
  constraint bill_line_late check ((kind = 'late') = (latecharge is not null))
);
create unique index bill_line_taken_back_once on portal.bill_line (bill, takesback) where takesback is not null;
-- A late charge comes to a bill once, also where it was taken back.
create unique index bill_line_late_once on portal.bill_line (latecharge, bill)
  where latecharge is not null and takesback is null;
create trigger bill_line_append_only before update or delete or truncate on portal.bill_line
  for each statement execute function portal.refuse_change();

-- A verified payment counts on the bill that it was made for, once and in whole, whatever became of the student since.
create table portal.bill_payment (
  payment uuid primary key,
  bill uuid not null constraint bill_payment_bill references portal.bill,
  amount_kobo bigint not null constraint bill_payment_amount check (amount_kobo > 0),
  -- The day of the payment in Lagos, as its bank dates it.
  paidon date not null,
  "createdAt" timestamptz not null default now(),
  -- When the bank or the provider had taken it back.
  "takenbackAt" timestamptz,
  constraint bill_payment_payment foreign key (payment, bill) references portal.payment_reference (_id, bill)
);
create index bill_payment_of on portal.bill_payment (bill, paidon);
create trigger bill_payment_kept before delete or truncate on portal.bill_payment
  for each statement execute function portal.refuse_change();

alter table portal.payment_reference add constraint payment_reference_tuition
  foreign key (bill, programme, session) references portal.bill (_id, programme, session);

-- A bill does not change; its sums follow its lines and payments, by as much as each brings: of two at once none is lost.
create function portal.guard_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.late_kobo <> 0 or new.paid_kobo <> 0 then
      raise exception 'a bill begins with its fees';
    end if;
    return new;
  end if;
  if (new._id, new.student, new.session, new.semester, new.programme, new.level, new.indigene, new.isnewstudent, new."serviceID",
      new.instalments, new."createdAt")
    is distinct from
     (old._id, old.student, old.session, old.semester, old.programme, old.level, old.indigene, old.isnewstudent, old."serviceID",
      old.instalments, old."createdAt")
    or (new.billed_kobo, new.late_kobo, new.paid_kobo) is distinct from (old.billed_kobo, old.late_kobo, old.paid_kobo)
      and pg_trigger_depth() < 2 then
    raise exception 'a bill is frozen, and its sums follow its lines and payments';
  end if;
  return new;
end $$;
create trigger bill_guard before insert or update on portal.bill for each row execute function portal.guard_bill();

create function portal.sum_bill_lines() returns trigger language plpgsql as $$
begin
  update portal.bill b set billed_kobo = b.billed_kobo + more.kobo, late_kobo = b.late_kobo + more.late
  from (select bill, sum(amount_kobo) as kobo, coalesce(sum(amount_kobo) filter (where kind = 'late'), 0) as late
    from added where kind <> 'fee' group by bill) more
  where b._id = more.bill;
  return null;
end $$;
create trigger bill_line_summed after insert on portal.bill_line
  referencing new table as added for each statement execute function portal.sum_bill_lines();

create function portal.sum_bill_payments() returns trigger language plpgsql as $$
begin
  update portal.bill b set paid_kobo = b.paid_kobo + more.kobo
  from (select bill, sum(amount_kobo) as kobo from added group by bill) more where b._id = more.bill;
  return null;
end $$;
create trigger bill_payment_summed after insert on portal.bill_payment
  referencing new table as added for each statement execute function portal.sum_bill_payments();

create function portal.guard_bill_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."takenbackAt" is not null then
      raise exception 'a payment that counts has not been taken back';
    end if;
    return new;
  end if;
  if old."takenbackAt" is not null or new."takenbackAt" is null
    or (new.payment, new.bill, new.amount_kobo, new.paidon, new."createdAt")
      is distinct from (old.payment, old.bill, old.amount_kobo, old.paidon, old."createdAt") then
    raise exception 'what counts on a bill is taken back once, and nothing else of it changes';
  end if;
  update portal.bill set paid_kobo = paid_kobo - old.amount_kobo where _id = old.bill;
  return new;
end $$;
create trigger bill_payment_guard before insert or update on portal.bill_payment
  for each row execute function portal.guard_bill_payment();

-- A bill has the fees that it comes to.
create function portal.require_bill_lines() returns trigger language plpgsql as $$
begin
  if (select sum(amount_kobo) from portal.bill_line where bill = new._id and kind = 'fee') is distinct from new.billed_kobo then
    raise exception 'a bill is the sum of its fees' using errcode = '23514', constraint = 'bill_lines';
  end if;
  return null;
end $$;
create constraint trigger bill_lines after insert on portal.bill deferrable initially deferred
  for each row execute function portal.require_bill_lines();

-- A late charge that stands on bills stays what it is.
create function portal.guard_late_charge() returns trigger language plpgsql as $$
begin
  if (new.session, new.semester, new.day, new.amount_kobo) is distinct from (old.session, old.semester, old.day, old.amount_kobo)
    and exists (select from portal.bill_line where latecharge = old._id) then
    raise exception 'a late charge that was charged stays' using errcode = '23514', constraint = 'late_charge_charged';
  end if;
  return new;
end $$;
create trigger late_charge_guard before update on portal.late_charge
  for each row execute function portal.guard_late_charge();

-- A bill as the office lists it, under the student's name.
create view portal.tuition_bill as
select b._id, b."createdAt", b.student, s.matric, s.name, b.programme, b.level, b.session, b.semester, b.indigene, b.isnewstudent,
  b.billed_kobo, b.paid_kobo, b.balance_kobo, b.standing, s.status, s.search
from portal.bill b join portal.student s on s._id = b.student;

-- What is owed after its day: how much in all, and how much of it should have been paid by yesterday.
create view portal.tuition_debt as
select b._id, b."createdAt", b.student, s.matric, s.name, b.programme, b.level, b.session, b.semester, b.owedsince, b.balance_kobo,
  due.kobo as due_kobo, s.status, s.phonenumber, s.emailaddress, s.search
from portal.bill b
join portal.student s on s._id = b.student
cross join lateral (
  select max(portal.instalment_kobo(b.billed_kobo - b.late_kobo, (one ->> 'share')::integer)) + greatest(b.late_kobo, 0)
    - b.paid_kobo as kobo
  from jsonb_array_elements(b.instalments) one
  where (one ->> 'due')::date < (now() at time zone 'Africa/Lagos')::date) due
where b.owedsince < (now() at time zone 'Africa/Lagos')::date;
