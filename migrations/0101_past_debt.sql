-- What students owe from before the portal kept their bills: brought in by a file, a line of a bill each.

create table portal.past_debt (
  _id uuid primary key,
  student uuid not null constraint past_debt_student references portal.student,
  session uuid not null constraint past_debt_session references portal.session,
  semester smallint not null constraint past_debt_semester check (semester between 1 and 2),
  label text not null constraint past_debt_label_length check (char_length(label) between 2 and 100),
  amount_kobo bigint not null constraint past_debt_amount check (amount_kobo > 0),
  -- The line by which it is owed.
  bill uuid not null,
  place smallint not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint past_debt_line foreign key (bill, place) references portal.bill_line (bill, place)
);
create unique index past_debt_once on portal.past_debt (student, session, semester, lower(label));
create unique index past_debt_of_line on portal.past_debt (bill, place);
create index past_debt_by_createdat on portal.past_debt ("createdAt", _id);
create index past_debt_of_session on portal.past_debt (session, "createdAt", _id);
create trigger student_unmerged after insert on portal.past_debt referencing new table as added
  for each statement execute function portal.require_unmerged();

create function portal.guard_past_debt() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['student', 'version', 'updatedAt']) is distinct from (to_jsonb(old) - array['student', 'version', 'updatedAt'])
    or new.student <> old.student and not exists (
      select from portal.student s where s._id = old.student and s.mergedinto = new.student) then
    raise exception 'a debt that was brought in stays as it came';
  end if;
  return new;
end $$;
create trigger past_debt_guard before update on portal.past_debt for each row execute function portal.guard_past_debt();
create trigger past_debt_kept before delete or truncate on portal.past_debt
  for each statement execute function portal.refuse_change();

-- A bill may be of a debt alone.
create or replace function portal.require_bill_lines() returns trigger language plpgsql as $$
begin
  if not exists (select from portal.bill_line where bill = new._id) or (
      select coalesce(sum(amount_kobo), 0) from portal.bill_line where bill = new._id and kind = 'fee') <> new.billed_kobo then
    raise exception 'a bill is the sum of its fees' using errcode = '23514', constraint = 'bill_lines';
  end if;
  return null;
end $$;
