-- What the office changes about bills that stand, by two people: a waiver, a scholarship, a change, a debt brought in, and
-- whatever takes one of these back. One proposal may be about many students.

create table portal.bill_adjustment (
  _id uuid primary key,
  kind text not null constraint bill_adjustment_kind check (kind in ('waiver', 'scholarship', 'change', 'debt')),
  -- What the student reads on the bill: whose child, which fund, which mistake.
  label text not null constraint bill_adjustment_label check (char_length(label) between 2 and 100),
  -- Of the bills of which semester.
  session uuid not null constraint bill_adjustment_session references portal.session,
  semester smallint not null constraint bill_adjustment_semester check (semester between 1 and 2),
  -- A share of the fees, or an amount for each, with the sign that its line has.
  percent smallint constraint bill_adjustment_percent check (percent between 1 and 100),
  amount_kobo bigint constraint bill_adjustment_amount check (amount_kobo <> 0),
  reason text not null constraint bill_adjustment_reason check (char_length(reason) between 2 and 500),
  -- How many it is about and what it comes to, as it was proposed: "Yusuf Amina, NCE/26/10001", or "40 students".
  about text not null,
  count integer not null constraint bill_adjustment_count check (count > 0),
  total_kobo bigint not null,
  -- What an approval came to.
  applied integer,
  refused integer,
  -- The one whose lines this one takes back.
  undoes uuid constraint bill_adjustment_undoes references portal.bill_adjustment,
  state text not null default 'Proposed' constraint bill_adjustment_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')
  ),
  proposedby uuid not null constraint bill_adjustment_proposedby references portal.staff,
  decidedby uuid constraint bill_adjustment_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text,
  -- The matric numbers that it names, for the search.
  named text not null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label || ' ' || about || ' ' || reason || ' ' || named)) stored,
  constraint bill_adjustment_two_people check (state <> 'Approved' or decidedby <> proposedby),
  constraint bill_adjustment_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint bill_adjustment_done check ((state = 'Approved') = (applied is not null and refused is not null)),
  constraint bill_adjustment_how_much check (undoes is not null or (percent is null) <> (amount_kobo is null)),
  constraint bill_adjustment_less check (undoes is not null or kind not in ('waiver', 'scholarship') or coalesce(amount_kobo, -1) < 0),
  constraint bill_adjustment_more check (undoes is not null or kind <> 'debt' or amount_kobo > 0)
);
create index bill_adjustment_by_time on portal.bill_adjustment ("createdAt", _id);
create index bill_adjustment_by_state on portal.bill_adjustment (state, "createdAt", _id);
create index bill_adjustment_by_kind on portal.bill_adjustment (kind, "createdAt", _id);
create index bill_adjustment_of_session on portal.bill_adjustment (session, "createdAt", _id);
create index bill_adjustment_search on portal.bill_adjustment using gin (search gin_trgm_ops);

-- What a proposal means for one bill: fixed as it was seen, and what became of it.
create table portal.bill_adjustment_line (
  adjustment uuid not null constraint bill_adjustment_line_adjustment references portal.bill_adjustment,
  bill uuid not null constraint bill_adjustment_line_bill references portal.bill,
  student uuid not null constraint bill_adjustment_line_student references portal.student,
  amount_kobo bigint not null constraint bill_adjustment_line_amount check (amount_kobo <> 0),
  state text not null default 'Proposed' constraint bill_adjustment_line_state check (
    state in ('Proposed', 'Applied', 'Refused', 'Dropped')
  ),
  -- Why it could not be done, when it was approved.
  refusal text,
  -- The line of the bill that came of it.
  place smallint,
  primary key (adjustment, bill),
  constraint bill_adjustment_line_place foreign key (bill, place) references portal.bill_line (bill, place),
  constraint bill_adjustment_line_applied check ((state = 'Applied') = (place is not null)),
  constraint bill_adjustment_line_refused check ((state = 'Refused') = (refusal is not null))
);
create index bill_adjustment_line_of_student on portal.bill_adjustment_line (student);
create unique index bill_adjustment_line_once on portal.bill_adjustment_line (bill, place) where place is not null;

create function portal.guard_bill_adjustment() returns trigger language plpgsql as $$
begin
  -- What is generated is not there yet.
  if (to_jsonb(new) - array['state', 'decidedby', 'decidedAt', 'decision', 'applied', 'refused', 'version', 'search'])
    is distinct from (to_jsonb(old) - array['state', 'decidedby', 'decidedAt', 'decision', 'applied', 'refused', 'version', 'search'])
    or old.state <> 'Proposed' then
    raise exception 'what was proposed about bills stays as it was, and is decided once';
  end if;
  return new;
end $$;
create trigger bill_adjustment_guard before update on portal.bill_adjustment
  for each row execute function portal.guard_bill_adjustment();
create trigger bill_adjustment_kept before delete or truncate on portal.bill_adjustment
  for each statement execute function portal.refuse_change();

create function portal.guard_bill_adjustment_line() returns trigger language plpgsql as $$
begin
  if (new.adjustment, new.bill, new.student, new.amount_kobo) is distinct from (old.adjustment, old.bill, old.student, old.amount_kobo)
    or old.state <> 'Proposed' then
    raise exception 'what was proposed about a bill stays as it was, and is decided once';
  end if;
  return new;
end $$;
create trigger bill_adjustment_line_guard before update on portal.bill_adjustment_line
  for each row execute function portal.guard_bill_adjustment_line();
create trigger bill_adjustment_line_kept before delete or truncate on portal.bill_adjustment_line
  for each statement execute function portal.refuse_change();

-- No more is waived than is charged. The sums come first, by the trigger before it in their names: it holds the bill, so of two at
-- once the second sees the first.
create function portal.require_bill_within() returns trigger language plpgsql as $$
begin
  if exists (
    select from portal.bill_line l where l.bill in (
      select bill from added where amount_kobo < 0 and kind in ('change', 'debt', 'waiver', 'scholarship'))
      and l.kind in ('fee', 'change', 'debt', 'waiver', 'scholarship')
    group by l.bill having sum(l.amount_kobo) < 0) then
    raise exception 'more is waived than is charged' using errcode = '23514', constraint = 'bill_line_within';
  end if;
  return null;
end $$;
create trigger bill_line_within after insert on portal.bill_line
  referencing new table as added for each statement execute function portal.require_bill_within();
