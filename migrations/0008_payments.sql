-- Payments: the references asked of the provider, all that was ever heard about them, and the ledger of what was paid.

-- Every step that a payment may take; payment-reference.contract.ts holds the same list.
create table portal.payment_edge (
  fromstate text not null,
  tostate text not null,
  primary key (fromstate, tostate)
);
insert into portal.payment_edge (fromstate, tostate) values
  ('CREATED', 'REQUESTING'),
  ('REQUESTING', 'OPEN'),
  ('REQUESTING', 'UNKNOWN'),
  ('REQUESTING', 'REFUSED'),
  ('REQUESTING', 'PARKED'),
  ('UNKNOWN', 'OPEN'),
  ('UNKNOWN', 'REQUESTING'),
  ('UNKNOWN', 'PARKED'),
  ('PARKED', 'OPEN'),
  ('PARKED', 'REFUSED'),
  ('OPEN', 'PAID'),
  ('OPEN', 'HELD'),
  ('OPEN', 'CANCELLED'),
  ('OPEN', 'EXPIRED'),
  ('CANCELLED', 'PAID'),
  ('CANCELLED', 'HELD'),
  ('EXPIRED', 'PAID'),
  ('EXPIRED', 'HELD'),
  ('HELD', 'PAID'),
  ('HELD', 'SUSPENSE'),
  ('PAID', 'REVERSED');
create trigger payment_edge_fixed before insert or update or delete or truncate on portal.payment_edge
  for each statement execute function portal.refuse_change();

create table portal.payment_reference (
  _id uuid primary key,
  applicant uuid not null constraint payment_reference_applicant references portal.applicant,
  purpose text not null constraint payment_reference_purpose check (purpose in ('application', 'acceptance')),
  programme uuid not null constraint payment_reference_programme references portal.programme,
  session uuid not null constraint payment_reference_session references portal.session,
  -- Ours, random, and the same in every wish for this reference: the provider makes one reference per order.
  orderid text not null constraint payment_reference_orderid_shape check (orderid ~ '^[A-Za-z0-9]{32}$'),
  servicetypeid text not null,
  amount_kobo bigint not null constraint payment_reference_amount check (amount_kobo > 0),
  -- The fee items as they were: [{name, amount_kobo}].
  items jsonb not null,
  payername text not null,
  payeremail text not null,
  payerphone text not null,
  description text not null,
  rrr text constraint payment_reference_rrr_shape check (rrr ~ '^[0-9]{12}$'),
  state text not null default 'CREATED',
  -- The event that led to this state.
  evidence uuid,
  -- The application that the payment was used for, with its code for the receipt.
  application uuid,
  applicationcode text,
  -- Until when the portal asks about it by itself, once it is a month old.
  "endsAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  -- When the provider was last asked, by whom it is being asked until, and when it last gave an answer.
  "askedAt" timestamptz,
  "askingUntil" timestamptz,
  "checkedAt" timestamptz,
  "nextCheckAt" timestamptz,
  "verifiedAt" timestamptz,
  constraint payment_reference_orderid unique (orderid),
  constraint payment_reference_rrr unique (rrr),
  constraint payment_reference_application unique (application),
  -- What an application points at: payer, programme and session are then its own.
  constraint payment_reference_own unique (_id, applicant, programme, session),
  constraint payment_reference_made check (
    rrr is not null or state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'PARKED', 'REFUSED')
  ),
  constraint payment_reference_verified check (
    case when state in ('PAID', 'REVERSED') then "verifiedAt" is not null else "verifiedAt" is null end
  ),
  constraint payment_reference_used_once_paid check (application is null or state in ('PAID', 'REVERSED')),
  constraint payment_reference_application_code check ((application is null) = (applicationcode is null))
);
create unique index payment_reference_one_open on portal.payment_reference (applicant, purpose, programme, session)
  where state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED');
create index payment_reference_next_check on portal.payment_reference ("nextCheckAt") where "nextCheckAt" is not null;
create index payment_reference_of on portal.payment_reference (applicant, "createdAt" desc);
create index payment_reference_programme on portal.payment_reference (programme, session);

-- Every answer of the provider and every step, without keys and hashes.
create table portal.payment_event (
  _id uuid primary key,
  payment uuid not null constraint payment_event_payment references portal.payment_reference,
  at timestamptz not null default now(),
  fromstate text,
  tostate text,
  kind text not null,
  code text,
  said text,
  rrr text,
  orderid text,
  amount_kobo bigint,
  paidon text,
  constraint payment_event_step foreign key (fromstate, tostate) references portal.payment_edge (fromstate, tostate)
);
create index payment_event_of on portal.payment_event (payment, at);
alter table portal.payment_reference add constraint payment_reference_evidence
  foreign key (evidence) references portal.payment_event (_id);
create trigger payment_event_append_only before update or delete or truncate on portal.payment_event
  for each statement execute function portal.refuse_change();

create function portal.guard_payment_reference() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'CREATED' or new.rrr is not null or new.application is not null then
      raise exception 'a payment begins as an intent';
    end if;
    return new;
  end if;
  if (new._id, new.applicant, new.purpose, new.programme, new.session, new.orderid, new.servicetypeid, new.amount_kobo,
      new.items, new.payername, new.payeremail, new.payerphone, new.description, new."createdAt")
    is distinct from
     (old._id, old.applicant, old.purpose, old.programme, old.session, old.orderid, old.servicetypeid, old.amount_kobo,
      old.items, old.payername, old.payeremail, old.payerphone, old.description, old."createdAt")
    or (old.rrr is not null and new.rrr is distinct from old.rrr)
    or (old.application is not null and new.application is distinct from old.application)
    or (old."verifiedAt" is not null and new."verifiedAt" is distinct from old."verifiedAt") then
    raise exception 'what a payment is for, its reference and its use do not change';
  end if;
  if new.state <> old.state and not exists (
    select from portal.payment_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a payment does not go from % to %', old.state, new.state;
  end if;
  -- Paid is what the provider itself answered for this very reference, order and amount. 00 and 01 are its words for it.
  if new.state = 'PAID' and old.state <> 'PAID' and not exists (
    select from portal.payment_event e
    where e._id = new.evidence and e.payment = new._id and e.kind = 'paid' and e.code in ('00', '01')
      and e.rrr = new.rrr and e.orderid = new.orderid and e.amount_kobo = new.amount_kobo) then
    raise exception 'a payment is paid by the provider''s answer only';
  end if;
  return new;
end $$;
create trigger payment_reference_guard before insert or update on portal.payment_reference
  for each row execute function portal.guard_payment_reference();
create trigger payment_reference_kept before delete or truncate on portal.payment_reference
  for each statement execute function portal.refuse_change();

-- What was sent to the notification address, as it came. A hint to ask the provider, never a proof.
create table portal.payment_notification (
  _id uuid primary key,
  body bytea not null,
  "receivedAt" timestamptz not null default now()
);
create trigger payment_notification_append_only before update or delete or truncate on portal.payment_notification
  for each statement execute function portal.refuse_change();

create table portal.payment_notification_item (
  notification uuid not null references portal.payment_notification,
  place smallint not null,
  digest bytea not null,
  orderid text,
  rrr text,
  -- Null: nothing of ours. Such rows are for the bursary.
  payment uuid constraint payment_notification_item_payment references portal.payment_reference,
  primary key (notification, place)
);
create index payment_notification_item_payment on portal.payment_notification_item (payment);
create trigger payment_notification_item_append_only before update or delete or truncate
  on portal.payment_notification_item for each statement execute function portal.refuse_change();

-- Double entry: what lies at the provider is positive, what it is for is negative.
create table portal.ledger_journal (
  _id uuid primary key,
  payment uuid not null constraint ledger_journal_payment references portal.payment_reference,
  kind text not null constraint ledger_journal_kind check (kind in ('paid', 'held')),
  "createdAt" timestamptz not null default now(),
  constraint ledger_journal_once unique (payment, kind)
);
create table portal.ledger_entry (
  journal uuid not null constraint ledger_entry_journal references portal.ledger_journal,
  account text not null constraint ledger_entry_account check (
    account in ('provider', 'application-fee', 'acceptance-fee', 'suspense')
  ),
  amount_kobo bigint not null constraint ledger_entry_amount check (amount_kobo <> 0),
  primary key (journal, account)
);
create trigger ledger_journal_append_only before update or delete or truncate on portal.ledger_journal
  for each statement execute function portal.refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on portal.ledger_entry
  for each statement execute function portal.refuse_change();

create function portal.check_ledger_journal() returns trigger language plpgsql as $$
declare
  journal_id uuid := case tg_table_name when 'ledger_entry' then (to_jsonb(new) ->> 'journal')::uuid
    else (to_jsonb(new) ->> '_id')::uuid end;
  entries bigint;
  total numeric;
begin
  select count(*), sum(amount_kobo) into entries, total from portal.ledger_entry where journal = journal_id;
  if entries < 2 or total <> 0 then
    raise exception 'journal % does not balance', journal_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_journal_balances after insert on portal.ledger_journal
  deferrable initially deferred for each row execute function portal.check_ledger_journal();
create constraint trigger ledger_entry_balances after insert on portal.ledger_entry
  deferrable initially deferred for each row execute function portal.check_ledger_journal();
