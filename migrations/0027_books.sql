-- The books of the bursary: the day of each booking, days that are closed, statements and what they match, and what the
-- nightly reconciliation finds.

-- What the columns of other people's files mean, said once for each kind of file and set of headings.
create table portal.table_map (
  noun text not null,
  -- SHA-256 of the headings: letters and digits alone, small, in alphabetical order.
  headings bytea not null,
  -- By our name of a column, the file's heading.
  map jsonb not null,
  staff uuid not null constraint table_map_staff references portal.staff,
  "updatedAt" timestamptz not null default now(),
  primary key (noun, headings)
);

-- 1. The day book.

-- One row for each time that a day was closed; the rows of days that were opened again stay, with their hashes.
create table portal.day_book (
  _id uuid primary key,
  day date not null,
  -- SHA-256 of the text that book_text makes of the day and of `before`.
  hash text not null constraint day_book_hash check (hash ~ '^[0-9a-f]{64}$'),
  -- The hash of the closed day before it; null for the first.
  before text constraint day_book_before check (before ~ '^[0-9a-f]{64}$'),
  lines integer not null constraint day_book_lines check (lines >= 0),
  -- As they were printed: by account, in kobo.
  totals jsonb not null,
  closedby uuid not null constraint day_book_closedby references portal.staff,
  "closedAt" timestamptz not null default now(),
  -- By what it was opened again; null while it is closed.
  reopening uuid
);
create unique index day_book_closed on portal.day_book (day) where reopening is null;

-- A closed day is opened again, with all that were closed after it, by two: one says why, another agrees.
create table portal.day_book_reopening (
  _id uuid primary key,
  day date not null,
  reason text not null constraint day_book_reopening_reason check (char_length(reason) between 2 and 500),
  proposedby uuid not null constraint day_book_reopening_proposedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  state text not null default 'Proposed' constraint day_book_reopening_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')
  ),
  decidedby uuid constraint day_book_reopening_decidedby references portal.staff,
  "decidedAt" timestamptz,
  answer text constraint day_book_reopening_answer check (char_length(answer) between 2 and 500),
  constraint day_book_reopening_two_people check (state <> 'Approved' or decidedby <> proposedby),
  constraint day_book_reopening_decided check ((state = 'Proposed') = (decidedby is null and "decidedAt" is null))
);
create unique index day_book_reopening_one on portal.day_book_reopening ((true)) where state = 'Proposed';
alter table portal.day_book add constraint day_book_reopened foreign key (reopening) references portal.day_book_reopening;
create index day_book_reopened on portal.day_book (reopening) where reopening is not null;

-- Whoever books holds this together with others until the end of the transaction, whoever closes a day holds it alone: so
-- nothing slips into a day that is being closed.
create function portal.book_with_others() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('the books', 0))
$$;
create function portal.book_alone() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('the books', 0))
$$;

-- The day of a booking in Lagos, or the first open one when that is closed.
alter table portal.ledger_journal add column day date;
alter table portal.ledger_journal disable trigger ledger_journal_append_only;
update portal.ledger_journal set day = ("createdAt" at time zone 'Africa/Lagos')::date;
alter table portal.ledger_journal enable trigger ledger_journal_append_only;
alter table portal.ledger_journal alter column day set not null,
  alter column day set default (now() at time zone 'Africa/Lagos')::date;
create index ledger_journal_day on portal.ledger_journal (day, "createdAt", _id);

create function portal.give_book_day() returns trigger language plpgsql as $$
declare
  closed date;
begin
  perform portal.book_with_others();
  -- A statement of its own, so that it sees a day that was closed while this one waited.
  select max(day) into closed from portal.day_book where reopening is null;
  new.day := greatest((new."createdAt" at time zone 'Africa/Lagos')::date, closed + 1);
  return new;
end $$;
create trigger ledger_journal_book_day before insert on portal.ledger_journal
  for each row execute function portal.give_book_day();
-- Also for rows that are brought in with the other rules at rest: a journal without a day is in no book.
alter table portal.ledger_journal enable always trigger ledger_journal_book_day;

-- One line for each booking, as the day book prints it.
create view portal.book_line as
select j._id, j.day, j."createdAt", j.kind, j.payment, p.rrr, p.payername, p.purpose, p.programme, p.session,
  coalesce(e.accounts, '{}'::jsonb) as accounts, coalesce(e.came_kobo, 0) as came_kobo
from portal.ledger_journal j
join portal.payment_reference p on p._id = j.payment
left join lateral (
  select jsonb_object_agg(account, amount_kobo) as accounts,
    sum(amount_kobo) filter (where account = 'provider')::bigint as came_kobo
  from portal.ledger_entry where journal = j._id
) e on true;

-- What the hash of a day is taken of: a line for the day, one for the hash before it, one for each booking. Whoever holds
-- the file finds the same hash with any program that computes SHA-256.
create function portal.book_text(wanted date, before text) returns text language sql stable as $$
  select 'day book ' || wanted || E'\n' || coalesce(before, '-') || E'\n' || coalesce(string_agg(
    concat_ws(E'\t', _id, to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), kind, payment,
      coalesce(rrr, '-'), purpose, programme, accounts) || E'\n', '' order by "createdAt", _id), '')
  from portal.book_line where day = wanted
$$;
create function portal.book_hash(wanted date, before text) returns text language sql stable as $$
  select encode(sha256(convert_to(portal.book_text(wanted, before), 'UTF8')), 'hex')
$$;

create function portal.guard_day_book() returns trigger language plpgsql as $$
declare
  closed date;
begin
  if tg_op = 'UPDATE' then
    if old.reopening is not null or new.reopening is null
      or (new._id, new.day, new.hash, new.before, new.lines, new.totals, new.closedby, new."closedAt")
        is distinct from (old._id, old.day, old.hash, old.before, old.lines, old.totals, old.closedby, old."closedAt") then
      raise exception 'a closed day is opened again, and nothing else of it changes';
    end if;
    return new;
  end if;
  select max(day) into closed from portal.day_book where reopening is null;
  if new.day <= closed or exists (
    select from portal.ledger_journal where day < new.day and (closed is null or day > closed)) then
    raise exception 'days are closed in their order' using errcode = '23514', constraint = 'day_book_order';
  end if;
  if new.day > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'a day is closed once it has begun' using errcode = '23514', constraint = 'day_book_begun';
  end if;
  return new;
end $$;
create function portal.guard_day_book_reopening() returns trigger language plpgsql as $$
begin
  if old.state <> 'Proposed' or (new._id, new.day, new.reason, new.proposedby, new."createdAt")
    is distinct from (old._id, old.day, old.reason, old.proposedby, old."createdAt") then
    raise exception 'a proposal is decided once, and what was proposed does not change';
  end if;
  return new;
end $$;
create trigger day_book_reopening_guard before update on portal.day_book_reopening
  for each row execute function portal.guard_day_book_reopening();

create trigger day_book_guard before insert or update on portal.day_book
  for each row execute function portal.guard_day_book();
create trigger day_book_kept before delete or truncate on portal.day_book
  for each statement execute function portal.refuse_change();
create trigger day_book_reopening_kept before delete or truncate on portal.day_book_reopening
  for each statement execute function portal.refuse_change();

-- The chain of the closed days, in their order, each with what is wrong with its place in it; null where nothing is. Whether the
-- lines of a day are those that were closed, book_hash tells.
create view portal.day_book_chain as
select day, hash, before,
  case when before is distinct from lag(hash) over (order by day) then 'Its hash was not taken after the day before' end as says
from portal.day_book where reopening is null
union all
select j.day, null, null, 'It was passed over as empty, and has lines now'
from (select distinct day from portal.ledger_journal) j
where j.day < (select max(day) from portal.day_book where reopening is null)
  and not exists (select from portal.day_book d where d.day = j.day and d.reopening is null);

-- 2. Statements of the bank, the treasury or the provider's settlement.

create table portal.statement (
  _id uuid primary key,
  -- What the file was called.
  name text not null constraint statement_name check (char_length(name) between 1 and 200),
  source text not null constraint statement_source check (source in ('Bank', 'Treasury', 'Remita settlement')),
  sha256 bytea not null constraint statement_once unique,
  -- The days that it reaches over, in Lagos.
  fromday date not null,
  untilday date not null,
  -- Rows of the file: those that were new, and those that another file had brought.
  added integer not null,
  known integer not null,
  came_kobo bigint not null,
  went_kobo bigint not null,
  importedby uuid not null constraint statement_importedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || source)) stored
);
create index statement_by_createdat on portal.statement ("createdAt", _id);
create index statement_by_day on portal.statement (untilday, _id);
create index statement_search on portal.statement using gin (search gin_trgm_ops);

create table portal.statement_line (
  _id uuid primary key,
  statement uuid not null constraint statement_line_statement references portal.statement,
  -- As the spreadsheet numbers it.
  row integer not null,
  day date not null,
  -- As the file names it, in a column of its own or in what the bank wrote.
  rrr text constraint statement_line_rrr check (rrr ~ '^[0-9]{12}$'),
  -- Positive came in, negative went out.
  amount_kobo bigint not null constraint statement_line_amount check (amount_kobo <> 0),
  bankreference text not null default '',
  narration text not null default '',
  -- Of several that are alike in all four, in one file: the first, the second.
  nth integer not null,
  -- The first that brought money for its reference; another one brings it twice.
  first boolean not null,
  -- What it was held against when it was last matched: ours, what is booked here, and what the provider answered.
  payment uuid constraint statement_line_payment references portal.payment_reference,
  booked_kobo bigint,
  answered_kobo bigint,
  standing text not null default 'Unknown reference' constraint statement_line_standing check (standing in (
    'Matched', 'Matched by hand', 'Amount differs', 'Not paid here', 'Unknown reference', 'Twice', 'Taken back',
    'Paid out', 'Set aside'
  )),
  -- Who matched it by hand or set it aside, and why.
  decidedby uuid constraint statement_line_decidedby references portal.staff,
  "decidedAt" timestamptz,
  reason text constraint statement_line_reason check (char_length(reason) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (
    lower(' ' || coalesce(rrr, '') || ' ' || bankreference || ' ' || narration)
  ) stored,
  constraint statement_line_once unique nulls not distinct (day, rrr, amount_kobo, bankreference, nth),
  constraint statement_line_decided check (
    (standing in ('Matched by hand', 'Set aside')) = (decidedby is not null and "decidedAt" is not null and reason is not null)
  )
);
create unique index statement_line_first on portal.statement_line (rrr) where first;
-- A payment comes once: by one line of all statements.
create unique index statement_line_brings on portal.statement_line (payment)
  where amount_kobo > 0 and standing in ('Matched', 'Matched by hand', 'Amount differs');
create index statement_line_of on portal.statement_line (statement, row, _id);
create index statement_line_by_rrr on portal.statement_line (rrr) where rrr is not null;
create index statement_line_of_payment on portal.statement_line (payment) where payment is not null;
create index statement_line_came_for on portal.statement_line (payment) where payment is not null and amount_kobo > 0;
create index statement_line_by_createdat on portal.statement_line ("createdAt", _id);
create index statement_line_by_day on portal.statement_line (day, _id);
create index statement_line_by_amount on portal.statement_line (amount_kobo, _id);
create index statement_line_by_standing on portal.statement_line (standing, day, _id);
create index statement_line_of_day on portal.statement_line (statement, day, _id);
create index statement_line_search on portal.statement_line using gin (search gin_trgm_ops);

create function portal.guard_statement_line() returns trigger language plpgsql as $$
begin
  if (new._id, new.statement, new.row, new.day, new.rrr, new.amount_kobo, new.bankreference, new.narration, new.nth, new.first)
    is distinct from
     (old._id, old.statement, old.row, old.day, old.rrr, old.amount_kobo, old.bankreference, old.narration, old.nth, old.first) then
    raise exception 'what a statement says does not change';
  end if;
  return new;
end $$;
create trigger statement_line_guard before update on portal.statement_line
  for each row execute function portal.guard_statement_line();

-- The three ways of each line that nobody has decided about: the line, what is booked here, what the provider answered. Of a
-- payment that two people confirmed the provider may have said nothing.
create view portal.statement_judged as
select l._id, p._id as payment,
  case when l.amount_kobo > 0 then booked.came else booked.went end as booked_kobo,
  answered.amount_kobo as answered_kobo,
  case
    when p._id is null then case when l.amount_kobo > 0 then 'Unknown reference' else 'Paid out' end
    when l.amount_kobo < 0 then case when booked.went is null then 'Taken back'
      when booked.went = l.amount_kobo then 'Matched' else 'Amount differs' end
    when not l.first or exists (
      select from portal.statement_line other where other.payment = p._id and other._id <> l._id
        and other.standing = 'Matched by hand' and other.amount_kobo > 0) then 'Twice'
    when booked.came is null then 'Not paid here'
    when booked.came = l.amount_kobo and coalesce(answered.amount_kobo, l.amount_kobo) = l.amount_kobo then 'Matched'
    else 'Amount differs'
  end as standing
from portal.statement_line l
left join portal.payment_reference p on p.rrr = l.rrr
left join lateral (
  select sum(e.amount_kobo) filter (where e.amount_kobo > 0)::bigint as came,
    sum(e.amount_kobo) filter (where e.amount_kobo < 0)::bigint as went
  from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id and e.account = 'provider'
  where j.payment = p._id
) booked on true
left join lateral (
  select e.amount_kobo from portal.payment_event e
  where e.payment = p._id and e.kind = 'paid' and e.correction is null order by e.at desc limit 1
) answered on true
where l.decidedby is null;

-- A booking matches the lines that waited for it, whoever books.
create function portal.match_booked_lines() returns trigger language plpgsql as $$
begin
  update portal.statement_line l set payment = g.payment, booked_kobo = g.booked_kobo, answered_kobo = g.answered_kobo,
    standing = g.standing, version = l.version + 1, "updatedAt" = now()
  from portal.statement_judged g
  where g._id = l._id and l.rrr = (
      select p.rrr from portal.ledger_journal j join portal.payment_reference p on p._id = j.payment where j._id = new.journal)
    and (l.payment, l.booked_kobo, l.answered_kobo, l.standing)
      is distinct from (g.payment, g.booked_kobo, g.answered_kobo, g.standing);
  return null;
end $$;
create trigger ledger_entry_matches after insert on portal.ledger_entry
  for each row when (new.account = 'provider') execute function portal.match_booked_lines();

-- Booked here, and on no statement, although one reaches so many days beyond that it should stand there. The setting
-- statementDays says how many; 3 is the usual number.
create view portal.statement_missing as
select p._id, j."createdAt", j.day, p.rrr, p.payername, p.purpose, p.programme, p.amount_kobo, (
    select sum(e.amount_kobo)::bigint from portal.ledger_journal own
    join portal.ledger_entry e on e.journal = own._id and e.account = 'provider' where own.payment = p._id) as booked_kobo,
  p.search
from portal.ledger_journal j
join portal.payment_reference p on p._id = j.payment
where j.day >= (select min(fromday) from portal.statement)
  and j.day <= (select max(untilday) from portal.statement)
    - coalesce((select (value #>> '{}')::integer from portal.setting where name = 'statementDays'), 3)
  and p.state in ('PAID', 'HELD', 'SUSPENSE')
  and not exists (select from portal.statement_line l where l.payment = j.payment and l.amount_kobo > 0)
  -- The booking by which its money came first.
  and exists (
    select from portal.ledger_entry e where e.journal = j._id and e.account = 'provider' and e.amount_kobo > 0)
  and not exists (
    select from portal.ledger_journal earlier
    join portal.ledger_entry e on e.journal = earlier._id and e.account = 'provider' and e.amount_kobo > 0
    where earlier.payment = j.payment and (earlier."createdAt", earlier._id) < (j."createdAt", j._id));

-- 3. Reconciliation.

create table portal.reconciliation (
  _id uuid primary key,
  state text not null default 'Running' constraint reconciliation_state check (
    state in ('Running', 'Done', 'Ended without all answers')
  ),
  -- Null: the portal itself, by night.
  askedby uuid constraint reconciliation_askedby references portal.staff,
  -- Every reference that was made or changed since this day is asked about too, whatever became of it.
  since date,
  -- References that it asks about, and those of which the provider has said nothing.
  asked integer not null default 0,
  unanswered integer not null default 0,
  found integer not null default 0,
  closed integer not null default 0,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "endedAt" timestamptz,
  constraint reconciliation_ended check ((state = 'Running') = ("endedAt" is null))
);
-- One at a time, over all processes.
create unique index reconciliation_one on portal.reconciliation ((true)) where state = 'Running';
create index reconciliation_by_createdat on portal.reconciliation ("createdAt", _id);

-- What one run asks the provider, and what it heard: it goes on from here after a crash.
create table portal.reconciliation_question (
  run uuid not null constraint reconciliation_question_run references portal.reconciliation,
  payment uuid not null constraint reconciliation_question_payment references portal.payment_reference,
  place integer not null,
  attempts smallint not null default 0,
  -- Where the payment stood when it was asked about.
  state text,
  "answeredAt" timestamptz,
  -- paid, open, cancelled, notFound, configError; and what the provider named.
  answer text,
  code text,
  amount_kobo bigint,
  -- That reference and order are ours.
  same boolean,
  primary key (run, payment)
);
create index reconciliation_question_next on portal.reconciliation_question (run, attempts, place)
  where "answeredAt" is null;
create index reconciliation_question_payment on portal.reconciliation_question (payment);

create table portal.discrepancy (
  _id uuid primary key,
  kind text not null constraint discrepancy_kind check (kind in (
    'Paid here, not there', 'Paid there, not here', 'Amount differs', 'Unknown notification', 'Two paid for one purpose',
    'Ledger out of balance', 'Closed day changed', 'Statement: unknown reference', 'Statement: amount differs',
    'Statement: not paid here', 'Statement: twice', 'Statement: taken back', 'Statement: missing'
  )),
  -- What tells it from others of its kind: a payment, a journal, a day, a line of a statement, what a notification names.
  subject text not null,
  rrr text,
  payment uuid,
  -- What it is beside a payment, for the way there.
  line uuid,
  day date,
  ours_kobo bigint,
  theirs_kobo bigint,
  says text not null,
  state text not null default 'Open' constraint discrepancy_state check (state in ('Open', 'Settled', 'Vanished', 'Decided')),
  firstrun uuid not null constraint discrepancy_firstrun references portal.reconciliation,
  decidedby uuid constraint discrepancy_decidedby references portal.staff,
  reason text constraint discrepancy_reason check (char_length(reason) between 2 and 500),
  "closedAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || coalesce(rrr, '') || ' ' || kind || ' ' || says)) stored,
  constraint discrepancy_closed check ((state = 'Open') = ("closedAt" is null)),
  constraint discrepancy_decided check ((state = 'Decided') = (decidedby is not null and reason is not null))
);
create unique index discrepancy_open on portal.discrepancy (kind, subject) where state = 'Open';
create index discrepancy_of on portal.discrepancy (kind, subject, "createdAt" desc);
create index discrepancy_by_createdat on portal.discrepancy ("createdAt", _id);
create index discrepancy_by_kind on portal.discrepancy (kind, "createdAt", _id);
create index discrepancy_by_state on portal.discrepancy (state, "createdAt", _id);
create index discrepancy_of_payment on portal.discrepancy (payment) where payment is not null;
create index discrepancy_search on portal.discrepancy using gin (search gin_trgm_ops);
create trigger discrepancy_kept before delete or truncate on portal.discrepancy
  for each statement execute function portal.refuse_change();

-- What each run has found, also of what was known before.
create table portal.discrepancy_found (
  run uuid not null constraint discrepancy_found_run references portal.reconciliation,
  discrepancy uuid not null constraint discrepancy_found_discrepancy references portal.discrepancy,
  primary key (run, discrepancy)
);

-- What no queue of the money desk knows by itself waits there, too, until it is closed here.
insert into portal.payment_exception_kind (kind, byword, bystate) values
  ('Not at the provider', false, false),
  ('Books differ', false, false),
  ('Statement differs', false, false);

create function portal.discrepancy_waits() returns trigger language plpgsql as $$
declare
  waits text := case when new.kind = 'Paid here, not there' then 'Not at the provider'
    when new.kind in ('Ledger out of balance', 'Closed day changed') then 'Books differ'
    when new.kind like 'Statement: %' then 'Statement differs' end;
begin
  if waits is null then
    return null;
  end if;
  if new.state = 'Open' then
    perform portal.open_payment_exception(waits, 'discrepancy:' || new._id, new.payment, new.rrr,
      (select payername from portal.payment_reference where _id = new.payment),
      (select jamb from portal.payment_reference where _id = new.payment),
      case when new.theirs_kobo > 0 then new.theirs_kobo end, case when new.ours_kobo > 0 then new.ours_kobo end, new.says, new."createdAt");
  else
    update portal.payment_exception set "closedAt" = now(), outcome = case new.state
        when 'Decided' then 'Decided under Reconciliation: ' || new.reason else 'By itself: it is so no more' end,
      version = version + 1, "updatedAt" = now()
    where subject = 'discrepancy:' || new._id and "closedAt" is null;
  end if;
  return null;
end $$;
create trigger discrepancy_waits after insert or update of state on portal.discrepancy
  for each row execute function portal.discrepancy_waits();

-- 4. The register of receipts.

-- Of a payment that was verified once: whether its receipt proves that what it names was paid for.
create function portal.receipt_standing(state text, surplus text, creditused text) returns text language sql immutable as $$
  select case when state = 'REVERSED' then 'Void' when surplus is null then 'Valid'
    when creditused = 'refunded' then 'Given back' when creditused = 'applied' then 'Credit applied'
    else 'Kept as credit' end
$$;
create index payment_reference_by_receipt on portal.payment_reference
  (portal.receipt_standing(state, surplus, creditused), "verifiedAt", _id) where "verifiedAt" is not null;
create index payment_reference_verified_for on portal.payment_reference (purpose, "verifiedAt", _id)
  where "verifiedAt" is not null;
create index payment_reference_verified_of on portal.payment_reference (programme, "verifiedAt", _id)
  where "verifiedAt" is not null;
create view portal.receipt_line as
select p._id, p."verifiedAt" as "createdAt", p.rrr, p.payername, p.jamb, p.purpose, p.programme, p.session, p.amount_kobo, j.day,
  portal.receipt_standing(p.state, p.surplus, p.creditused) as standing, p.applicationcode, p.search
from portal.payment_reference p
left join portal.ledger_journal j on j.payment = p._id and j.kind = 'paid'
where p."verifiedAt" is not null;
