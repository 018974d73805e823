-- Offers of admission, their acceptance, and what a payment may be for beyond the application fee.

alter table portal.application
  add constraint application_own unique (_id, applicant, programme, session);

-- One row for each application that the college has offered a place. Nothing of it is known outside before it is here.
create table portal.offer (
  application uuid primary key,
  applicant uuid not null,
  programme uuid not null,
  session uuid not null,
  -- 1 provisional, 2 conditional admission. Specification 4.
  kind smallint not null constraint offer_kind check (kind in (1, 2)),
  -- What a conditional offer asks for, in the college's words.
  condition text constraint offer_condition_length check (char_length(condition) between 2 and 500),
  -- Programme, school, department, session and duration as the letter states them.
  terms jsonb not null,
  -- The last day, in Lagos, on which a payment accepts it. Staff may extend it.
  due date not null,
  "releasedAt" timestamptz not null default now(),
  -- When the portal found it unaccepted after its last day, and said so.
  "lapsedAt" timestamptz,
  constraint offer_application foreign key (application, applicant, programme, session)
    references portal.application (_id, applicant, programme, session),
  constraint offer_conditional check ((kind = 2) = (condition is not null))
);
create index offer_of on portal.offer (applicant, "releasedAt" desc);
create index offer_due on portal.offer (due) where "lapsedAt" is null;
create index offer_programme on portal.offer (session, programme);
create trigger offer_kept before delete or truncate on portal.offer
  for each statement execute function portal.refuse_change();

create function portal.guard_offer() returns trigger language plpgsql as $$
begin
  if (new.application, new.kind, new.condition, new.terms, new."releasedAt")
    is distinct from (old.application, old.kind, old.condition, old.terms, old."releasedAt") then
    raise exception 'a released offer does not change';
  end if;
  return new;
end $$;
create trigger offer_guard before update on portal.offer for each row execute function portal.guard_offer();

-- One reminder for each offer, last day and number of days before it.
create table portal.offer_reminder (
  offer uuid not null references portal.offer,
  due date not null,
  days smallint not null,
  "sentAt" timestamptz not null default now(),
  primary key (offer, due, days)
);

-- An application begins pending, and what its owner reads changes with a released offer only.
create or replace function portal.guard_application() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 0 then
      raise exception 'an application begins pending';
    end if;
    return new;
  end if;
  if (new._id, new.code, new.applicant, new.programme, new.session, new.payment, new.type, new.photo, new.snapshot,
      new."createdAt")
    is distinct from
     (old._id, old.code, old.applicant, old.programme, old.session, old.payment, old.type, old.photo, old.snapshot,
      old."createdAt") then
    raise exception 'a submitted application does not change';
  end if;
  if new.status <> old.status and not exists (
    select from portal.offer where application = new._id and kind = new.status) then
    raise exception 'an application has the status of its offer';
  end if;
  return new;
end $$;
drop trigger application_guard on portal.application;
create trigger application_guard before insert or update on portal.application
  for each row execute function portal.guard_application();

-- An acceptance fee is paid for one application, by who applied, for its programme and session.
alter table portal.payment_reference
  add column acceptanceof uuid,
  -- Why a paid reference bought nothing: its money is the payer's credit until the bursary decides.
  add column surplus text constraint payment_reference_surplus check (surplus in ('second', 'late', 'other-place')),
  add constraint payment_reference_for check ((purpose = 'acceptance') = (acceptanceof is not null)),
  add constraint payment_reference_acceptance foreign key (acceptanceof, applicant, programme, session)
    references portal.application (_id, applicant, programme, session),
  add constraint payment_reference_surplus_paid check (surplus is null or state in ('PAID', 'REVERSED')),
  add constraint payment_reference_surplus_unused check (surplus is null or application is null);
create index payment_reference_acceptance on portal.payment_reference (acceptanceof) where acceptanceof is not null;
-- The unused ones of several that were paid for one thing before this rule.
update portal.payment_reference set surplus = 'second' where _id in (
  select _id from (
    select _id, application, row_number() over (
      partition by applicant, purpose, programme, session order by application is null, "verifiedAt") as place
    from portal.payment_reference where state = 'PAID') paid
  where place > 1 and application is null);
-- One thing is paid for once; whatever comes beside it is surplus.
create unique index payment_reference_one_paid on portal.payment_reference (applicant, purpose, programme, session)
  where state = 'PAID' and surplus is null;

create or replace function portal.guard_payment_reference() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'CREATED' or new.rrr is not null or new.application is not null or new.surplus is not null then
      raise exception 'a payment begins as an intent';
    end if;
    return new;
  end if;
  if (new._id, new.applicant, new.purpose, new.programme, new.session, new.acceptanceof, new.orderid, new.servicetypeid,
      new.amount_kobo, new.items, new.payername, new.payeremail, new.payerphone, new.description, new."createdAt")
    is distinct from
     (old._id, old.applicant, old.purpose, old.programme, old.session, old.acceptanceof, old.orderid, old.servicetypeid,
      old.amount_kobo, old.items, old.payername, old.payeremail, old.payerphone, old.description, old."createdAt")
    or (old.rrr is not null and new.rrr is distinct from old.rrr)
    or (old.application is not null and new.application is distinct from old.application)
    or (old.surplus is not null and new.surplus is distinct from old.surplus)
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

alter table portal.ledger_entry drop constraint ledger_entry_account, add constraint ledger_entry_account check (
  account in ('provider', 'application-fee', 'acceptance-fee', 'suspense', 'credit')
);

-- A place that was accepted: by a payment dated by the last day, one for each applicant and session.
create table portal.acceptance (
  application uuid primary key references portal.offer,
  applicant uuid not null,
  programme uuid not null,
  session uuid not null,
  payment uuid not null constraint acceptance_payment unique,
  -- The day of the payment, in Lagos.
  paidon date not null,
  "createdAt" timestamptz not null default now(),
  constraint acceptance_one_place unique (applicant, session),
  constraint acceptance_of foreign key (application, applicant, programme, session)
    references portal.application (_id, applicant, programme, session),
  constraint acceptance_paid foreign key (payment, applicant, programme, session)
    references portal.payment_reference (_id, applicant, programme, session)
);
create trigger acceptance_append_only before update or delete or truncate on portal.acceptance
  for each statement execute function portal.refuse_change();
