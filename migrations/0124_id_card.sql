-- The ID card that a student orders: its photograph approved, printed with a code that anybody can check, void once a newer one is issued.

alter table portal.other_service
  -- What is made of an order of it; an ID card is made here, everything else by the office alone.
  add column kind text not null default 'Other' constraint other_service_kind check (kind in ('Other', 'ID card'));
alter table portal.service_order
  -- As the service was when it was ordered.
  add column kind text not null default 'Other' constraint service_order_kind check (kind in ('Other', 'ID card'));

create table portal.id_card (
  _id uuid primary key,
  serviceorder uuid not null constraint id_card_serviceorder references portal.service_order constraint id_card_one_of_order unique,
  student uuid not null constraint id_card_student references portal.student,
  -- Twelve digits at random: what its code is about.
  number text not null constraint id_card_number unique constraint id_card_number_shape check (number ~ '^[1-9]\d{11}$'),
  state text not null constraint id_card_state check (state in ('Refused', 'Approved', 'Issued', 'Replaced')),
  -- The photograph that somebody of the office looked at.
  photo uuid not null constraint id_card_photo references portal.stored_file,
  decidedby uuid not null constraint id_card_decidedby references portal.staff,
  "decidedAt" timestamptz not null default now(),
  -- Why the photograph was refused.
  reason text constraint id_card_reason check (char_length(reason) between 2 and 500),
  issuedby uuid constraint id_card_issuedby references portal.staff,
  "issuedAt" timestamptz,
  validuntil date,
  "replacedAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint id_card_refused check ((state = 'Refused') = (reason is not null)),
  constraint id_card_issued check (num_nonnulls(issuedby, "issuedAt", validuntil) = case when state in ('Issued', 'Replaced') then 3 else 0 end),
  constraint id_card_replaced check ((state = 'Replaced') = ("replacedAt" is not null))
);
-- A student has one valid card.
create unique index id_card_one_valid on portal.id_card (student) where state = 'Issued';
create index id_card_of_student on portal.id_card (student, "createdAt" desc);
create index id_card_of_photo on portal.id_card (photo);
create trigger student_unmerged after insert on portal.id_card referencing new table as added
  for each statement execute function portal.require_unmerged();
create trigger id_card_kept before delete or truncate on portal.id_card
  for each statement execute function portal.refuse_change();
