-- Services that a student orders, pays for and collects, such as a transcript or another ID card.

alter table portal.other_service
  -- How many days the office takes once it is paid.
  add column days smallint not null default 5 constraint other_service_days check (days between 0 and 365),
  -- What the student writes with the order, such as where to send it; null where there is nothing to say.
  add column asks text,
  -- The office that makes it; null for the registry.
  add column department uuid constraint other_service_department references portal.department;
create index other_service_of_department on portal.other_service (department);

create table portal.service_order (
  _id uuid primary key,
  student uuid not null constraint service_order_student references portal.student,
  applicant uuid not null,
  service uuid not null constraint service_order_service references portal.other_service,
  -- The office, and what the service was called and cost when it was ordered.
  department uuid constraint service_order_department references portal.department,
  label text not null,
  amount_kobo bigint not null constraint service_order_amount check (amount_kobo > 0),
  serviceid text not null,
  days smallint not null,
  programme uuid not null constraint service_order_programme references portal.programme,
  session uuid not null constraint service_order_session references portal.session,
  -- What the student wrote.
  note text,
  state text not null default 'Ordered' constraint service_order_state check (
    state in ('Ordered', 'Cancelled', 'Paid', 'Being made', 'Returned', 'Ready', 'Collected')
  ),
  payment uuid constraint service_order_payment unique,
  -- What the office last said of it: what is missing, where it lies, who took it.
  said text,
  name text not null,
  matric text,
  -- By when it is promised, from the day of the payment.
  dueon date,
  "movedAt" timestamptz not null default now(),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label || ' ' || name || ' ' || coalesce(matric, ''))) stored,
  constraint service_order_paid check (state in ('Ordered', 'Cancelled') or (payment is not null and dueon is not null)),
  constraint service_order_said check (state not in ('Returned', 'Collected') or said is not null),
  constraint service_order_of_payment foreign key (payment) references portal.payment_reference (_id)
);
-- A thing is ordered once at a time.
create unique index service_order_one_open on portal.service_order (student, service) where state = 'Ordered';
create index service_order_search on portal.service_order using gin (search gin_trgm_ops);
create index service_order_by_createdat on portal.service_order ("createdAt", _id);
create index service_order_by_dueon on portal.service_order (dueon, _id);
create index service_order_by_state on portal.service_order (state, dueon, _id);
create index service_order_by_state_made on portal.service_order (state, "createdAt", _id);
create index service_order_of_service on portal.service_order (service, "createdAt", _id);
create index service_order_of_student on portal.service_order (student, "createdAt" desc);
create index service_order_of_applicant on portal.service_order (applicant);
create index service_order_of_department on portal.service_order (department, "createdAt", _id);
create index service_order_of_programme on portal.service_order (programme, "createdAt", _id);

alter table portal.payment_reference
  add constraint payment_reference_serviceorder_of foreign key (serviceorder) references portal.service_order (_id);
