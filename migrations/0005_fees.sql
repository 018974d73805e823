-- What an application costs and asks for, per session and programme; what an acceptance costs, per session.
create table portal.application_fee_item (
  _id uuid primary key,
  session uuid not null constraint application_fee_item_session references portal.session,
  programme uuid not null constraint application_fee_item_programme references portal.programme,
  name text not null constraint application_fee_item_name_length check (char_length(name) >= 2),
  status boolean not null default true,
  -- The provider's service type.
  "serviceTypeID" text not null constraint application_fee_item_service check ("serviceTypeID" ~ '^[1-9][0-9]{0,14}$'),
  amount_kobo bigint not null constraint application_fee_item_amount check (amount_kobo > 0),
  "createdAt" timestamptz not null default now(),
  constraint application_fee_item_name unique (session, programme, name)
);
create index application_fee_item_programme on portal.application_fee_item (programme);

create table portal.admission_requirement (
  _id uuid primary key,
  session uuid not null constraint admission_requirement_session references portal.session,
  programme uuid not null constraint admission_requirement_programme references portal.programme,
  label text not null constraint admission_requirement_label_length check (char_length(label) >= 2),
  status boolean not null default true,
  required boolean not null,
  -- Its place in the list.
  place smallint not null default 0,
  "createdAt" timestamptz not null default now(),
  constraint admission_requirement_label unique (session, programme, label)
);
create index admission_requirement_programme on portal.admission_requirement (programme);

create table portal.acceptance_fee_item (
  _id uuid primary key,
  session uuid not null constraint acceptance_fee_item_session references portal.session,
  description text not null constraint acceptance_fee_item_description_length check (char_length(description) >= 2),
  amount_kobo bigint not null constraint acceptance_fee_item_amount check (amount_kobo >= 100),
  "serviceID" text not null constraint acceptance_fee_item_service check ("serviceID" ~ '^[1-9][0-9]{0,14}$'),
  status boolean not null default true,
  "createdAt" timestamptz not null default now(),
  constraint acceptance_fee_item_description unique (session, description)
);
