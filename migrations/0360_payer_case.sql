-- "I paid": what a payer tells of a payment that does not show, with a picture of the teller. It waits at the money desk like everything
-- else there, and has a number and a day by which it is answered.

insert into portal.payment_exception_kind (kind, byword, bystate) values ('Payer says paid', true, false);

create table portal.payer_case (
  _id uuid primary key,
  -- What the payer quotes: two groups of four, without signs that are taken for others.
  number text not null constraint payer_case_number unique,
  applicant uuid not null constraint payer_case_applicant references portal.applicant,
  -- One of the payer's own references; null where it is none of them.
  payment uuid constraint payer_case_payment references portal.payment_reference,
  -- As it was typed, where it is none of the payer's.
  rrr text,
  bank text not null,
  teller text not null,
  paidon date not null,
  amount_kobo bigint not null constraint payer_case_amount check (amount_kobo > 0),
  words text,
  evidence uuid not null constraint payer_case_evidence references portal.stored_file,
  -- The day by which it is answered, in Lagos.
  promised date not null,
  "createdAt" timestamptz not null default now(),
  answer text,
  reply text,
  -- Null of what ended by itself: the payment was heard of.
  answeredby uuid constraint payer_case_answeredby references portal.staff,
  "answeredAt" timestamptz,
  constraint payer_case_either check (payment is null or rrr is null),
  constraint payer_case_answered check (num_nonnulls(answer, "answeredAt") in (0, 2) and (answeredby is null or reply is not null))
);
-- One open case for a reference, and for what is none.
create unique index payer_case_open on portal.payer_case (applicant, payment, rrr) nulls not distinct where "answeredAt" is null;
create index payer_case_of on portal.payer_case (applicant, "createdAt" desc);
create index payer_case_of_payment on portal.payer_case (payment) where payment is not null;
create index payer_case_waiting on portal.payer_case (promised) where "answeredAt" is null;
create index payer_case_teller on portal.payer_case (lower(bank), lower(teller));
create trigger payer_case_kept before delete or truncate on portal.payer_case
  for each statement execute function portal.refuse_change();

create function portal.guard_payer_case() returns trigger language plpgsql as $$
declare
  moving text[] := array['answer', 'reply', 'answeredby', 'answeredAt'];
begin
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving) then
    raise exception 'what a payer has told does not change';
  end if;
  return new;
end $$;
create trigger payer_case_guard before update on portal.payer_case
  for each row execute function portal.guard_payer_case();

-- The payment was heard of: its payer is answered by that. The desk, too, takes the exception before the case.
create function portal.end_payer_cases() returns trigger language plpgsql as $$
begin
  update portal.payment_exception set "closedAt" = now(), outcome = 'By itself: the payment was heard of', version = version + 1,
    "updatedAt" = now()
  where payment = new._id and kind = 'Payer says paid' and "closedAt" is null;
  update portal.payer_case set answer = 'It is paid now', "answeredAt" = now() where payment = new._id and "answeredAt" is null;
  return null;
end $$;
create trigger payment_reference_ends_cases after update on portal.payment_reference
  for each row when (new.state = 'PAID' and old.state <> 'PAID') execute function portal.end_payer_cases();
