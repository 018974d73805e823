-- The help desk: finding a person, an address that the office changes by evidence, seeing what an applicant sees, and
-- whoever asks that their data be deleted.

-- An index over a function: a generated column would have every row written anew.
create function portal.applicant_words(
  firstname text, middlename text, lastname text, emailaddress text, phonenumber text, jamb text
) returns text language sql immutable parallel safe
  return lower(' ' || firstname || ' ' || coalesce(middlename || ' ', '') || lastname || ' ' || emailaddress
    || ' ' || phonenumber || ' 0' || substr(phonenumber, 4) || ' ' || jamb);
create index applicant_words on portal.applicant using gin (
  portal.applicant_words(firstname, middlename, lastname, emailaddress, phonenumber, jamb) gin_trgm_ops
);
create index applicant_by_name on portal.applicant (lastname, firstname, _id);

-- An address that the office changes: nothing is changed before the new one has shown its code.
create table portal.address_change (
  _id uuid primary key,
  applicant uuid not null constraint address_change_applicant references portal.applicant on delete cascade,
  oldaddress text not null,
  newaddress text not null,
  reason text not null constraint address_change_reason check (char_length(reason) between 2 and 500),
  evidence uuid not null constraint address_change_evidence references portal.stored_file,
  askedby uuid not null constraint address_change_askedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  -- Until when it may be confirmed.
  "endsAt" timestamptz not null,
  "confirmedAt" timestamptz,
  "withdrawnAt" timestamptz,
  constraint address_change_differs check (lower(oldaddress) <> lower(newaddress)),
  constraint address_change_ends_once check ("confirmedAt" is null or "withdrawnAt" is null)
);
create index address_change_of on portal.address_change (applicant, "createdAt" desc);
create unique index address_change_one_open on portal.address_change (applicant)
  where "confirmedAt" is null and "withdrawnAt" is null;

-- What a code proves: the address on file, or that of a change.
alter table portal.verification
  add column addresschange uuid constraint verification_addresschange references portal.address_change on delete cascade;
create index verification_of_change on portal.verification (addresschange) where addresschange is not null;

-- Somebody of the office sees what an applicant sees. It lives no longer than the sign-in that opened it: one at a time.
create table portal.help_desk_view (
  _id uuid primary key,
  applicant uuid not null constraint help_desk_view_applicant references portal.applicant on delete cascade,
  session uuid not null constraint help_desk_view_session references portal.staff_session on delete cascade,
  "createdAt" timestamptz not null default now(),
  "endsAt" timestamptz not null,
  constraint help_desk_view_one unique (session)
);
create index help_desk_view_of on portal.help_desk_view (applicant);

-- Whoever asks that their data be deleted while something of it must stay: the office deletes what may go, and answers.
create table portal.erasure_request (
  _id uuid primary key,
  applicant uuid not null constraint erasure_request_applicant references portal.applicant on delete cascade,
  "createdAt" timestamptz not null default now(),
  -- The last day to answer, in Lagos.
  due date not null,
  answer text constraint erasure_request_answer check (char_length(answer) between 2 and 500),
  answeredby uuid constraint erasure_request_answeredby references portal.staff,
  "answeredAt" timestamptz,
  constraint erasure_request_answered check ((answer is null) = ("answeredAt" is null) and (answer is null) = (answeredby is null))
);
create unique index erasure_request_one_open on portal.erasure_request (applicant) where "answeredAt" is null;
create index erasure_request_due on portal.erasure_request (due, _id) where "answeredAt" is null;
