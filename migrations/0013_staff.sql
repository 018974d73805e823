-- The people of the office, how they sign in, and what each may do. A right is a page; what is not granted is denied.

-- Words are found within names, and periods are kept apart, by the database itself.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

create table portal.staff (
  _id uuid primary key,
  title text not null,
  -- The number of the personnel file.
  foldernumber text not null,
  firstname text not null,
  middlename text,
  lastname text not null,
  maritalstatus text not null,
  dateofbirth date not null constraint staff_dateofbirth check (dateofbirth > '1900-01-01'),
  emailaddress text not null,
  phonenumber text not null constraint staff_phonenumber check (phonenumber ~ '^234[0-9]{10}$'),
  department uuid not null constraint staff_department references portal.department,
  status text not null default 'Active'
    constraint staff_status check (status in ('Active', 'On leave', 'Suspended', 'Retired', 'Left')),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (
    lower(' ' || foldernumber || ' ' || title || ' ' || firstname || ' ' || coalesce(middlename || ' ', '') || lastname
      || ' ' || emailaddress || ' ' || phonenumber)
  ) stored
);
create unique index staff_foldernumber on portal.staff (lower(foldernumber));
create index staff_by_foldernumber on portal.staff (foldernumber, _id);
create unique index staff_emailaddress on portal.staff (lower(emailaddress));
create index staff_search on portal.staff using gin (search gin_trgm_ops);
create index staff_by_lastname on portal.staff (lastname, _id);
create index staff_by_createdat on portal.staff ("createdAt", _id);
create index staff_of_department on portal.staff (department, lastname, _id);
create index staff_by_status on portal.staff (status, lastname, _id);

-- How a member of staff signs in. Without a password nobody has followed the invitation yet.
create table portal.staff_account (
  staff uuid primary key references portal.staff,
  password text,
  -- The secret of the second factor, sealed with the portal's own; null while there is none.
  secondfactor bytea,
  -- The last step of time whose code was used: a code counts once.
  laststep bigint not null default 0,
  "passwordAt" timestamptz,
  "secondFactorAt" timestamptz,
  "signedInAt" timestamptz
);

-- For who lost the second factor: each works once.
create table portal.staff_recovery_code (
  staff uuid not null references portal.staff_account on delete cascade,
  code bytea not null,
  "usedAt" timestamptz,
  primary key (staff, code)
);

create table portal.staff_session (
  _id uuid primary key,
  token bytea not null constraint staff_session_token unique,
  staff uuid not null references portal.staff_account on delete cascade,
  address text not null,
  -- The browser, as it names itself.
  agent text not null,
  "createdAt" timestamptz not null default now(),
  "seenAt" timestamptz not null default now(),
  "endsAt" timestamptz not null,
  idle interval not null
);
create index staff_session_of on portal.staff_session (staff, "seenAt" desc);

-- An invitation or a forgotten password: a link that sets a password, once.
create table portal.staff_password_link (
  link bytea primary key,
  staff uuid not null references portal.staff_account on delete cascade,
  "createdAt" timestamptz not null default now(),
  "endsAt" timestamptz not null,
  "usedAt" timestamptz
);
create index staff_password_link_of on portal.staff_password_link (staff);

create table portal.page_group (
  _id uuid primary key,
  icon text not null,
  name text not null constraint page_group_name unique,
  -- Its place in the menu.
  place smallint not null default 100,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name)) stored
);

create table portal.sub_page_group (
  _id uuid primary key,
  pagegroup uuid not null constraint sub_page_group_pagegroup references portal.page_group,
  name text not null,
  place smallint not null default 100,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name)) stored,
  constraint sub_page_group_name unique (pagegroup, name),
  constraint sub_page_group_own unique (_id, pagegroup)
);

-- One right. Those with a key are the portal's own: guards ask for the key. Others are links that a college adds.
create table portal.page (
  _id uuid primary key,
  key text constraint page_key unique,
  pagegroup uuid not null constraint page_pagegroup references portal.page_group,
  subpagegroup uuid constraint page_subpagegroup references portal.sub_page_group,
  link text not null,
  name text not null constraint page_name unique,
  title text not null,
  -- Whether the menu shows it. A right that is not visible is a right all the same.
  visible boolean not null,
  place smallint not null default 100,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || title || ' ' || link)) stored,
  constraint page_of_its_group foreign key (subpagegroup, pagegroup) references portal.sub_page_group (_id, pagegroup)
);
create index page_of_group on portal.page (pagegroup, place);

create table portal.user_group (
  _id uuid primary key,
  -- The administrators' own group has a key: its last member stays.
  key text constraint user_group_key unique,
  name text not null constraint user_group_name unique,
  -- How far its pages reach: everything, the colleges whose dean one is, or the departments whose head one is.
  scope text not null default 'all' constraint user_group_scope check (scope in ('all', 'college', 'department')),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name)) stored
);

create table portal.group_member (
  _id uuid primary key,
  staff uuid not null constraint group_member_staff references portal.staff,
  "group" uuid not null constraint group_member_group references portal.user_group,
  "createdAt" timestamptz not null default now(),
  constraint group_member_once unique (staff, "group")
);
create index group_member_of_group on portal.group_member ("group", _id);

create table portal.group_permission (
  _id uuid primary key,
  page uuid not null constraint group_permission_page references portal.page on delete cascade,
  "group" uuid not null constraint group_permission_group references portal.user_group,
  "createdAt" timestamptz not null default now(),
  constraint group_permission_once unique (page, "group")
);
create index group_permission_of_group on portal.group_permission ("group", _id);

create table portal.user_permission (
  _id uuid primary key,
  staff uuid not null constraint user_permission_staff references portal.staff,
  page uuid not null constraint user_permission_page references portal.page on delete cascade,
  scope text not null default 'all' constraint user_permission_scope check (scope in ('all', 'college', 'department')),
  "createdAt" timestamptz not null default now(),
  constraint user_permission_once unique (staff, page)
);
create index user_permission_of_page on portal.user_permission (page);

create index page_group_by_createdat on portal.page_group ("createdAt", _id);
create index page_group_by_place on portal.page_group (place, _id);
create index sub_page_group_by_place on portal.sub_page_group (place, _id);
create index sub_page_group_by_name on portal.sub_page_group (name, _id);
create index sub_page_group_by_createdat on portal.sub_page_group ("createdAt", _id);
create index page_by_place on portal.page (place, _id);
create index page_by_createdat on portal.page ("createdAt", _id);
create index page_search on portal.page using gin (search gin_trgm_ops);
create index user_group_by_createdat on portal.user_group ("createdAt", _id);
create index group_member_by_createdat on portal.group_member ("createdAt", _id);
create index group_permission_by_createdat on portal.group_permission ("createdAt", _id);
create index user_permission_by_createdat on portal.user_permission ("createdAt", _id);

-- A list as somebody likes to see it.
create table portal.saved_view (
  _id uuid primary key,
  staff uuid not null references portal.staff,
  noun text not null,
  name text not null,
  -- The query string of the list: filters, search and order.
  query text not null,
  "createdAt" timestamptz not null default now(),
  constraint saved_view_name unique (staff, noun, name)
);

-- Every file that left the console: what, by whom, when, how many rows.
create table portal.export (
  _id uuid primary key,
  staff uuid not null references portal.staff,
  noun text not null,
  name text not null,
  -- The filter in words, as the file names it.
  filter text not null,
  -- Null while it runs, and for one that broke off.
  rows integer,
  "createdAt" timestamptz not null default now(),
  "endedAt" timestamptz,
  search text not null generated always as (lower(' ' || name || ' ' || filter)) stored
);
create index export_by_createdat on portal.export ("createdAt", _id);
create index export_of_staff on portal.export (staff, "createdAt", _id);
create index export_search on portal.export using gin (search gin_trgm_ops);

-- What the office searches by. The audit has no index of its words: it is written with every change.
create index audit_by_at on portal.audit (at, _id);
create index audit_deed on portal.audit (deed, at, _id);
-- The list shows and finds members of staff only: others acted, too, and have a name nowhere in the office.
drop index portal.audit_actor;
create index audit_actor on portal.audit ((case when actorkind = 'staff' then actor end), at, _id);
create view portal.audit_line as
  select _id, at as "createdAt", actorkind, case when actorkind = 'staff' then actor end as actor, deed, subject, before, after, reason, request,
    lower(' ' || deed || ' ' || subject || ' ' || coalesce(reason, '')) as search
  from portal.audit;

alter table portal.outgoing_mail
  add column search text not null generated always as (lower(' ' || recipient || ' ' || subject)) stored;
create index outgoing_mail_by_createdat on portal.outgoing_mail ("createdAt", _id);
create index outgoing_mail_state on portal.outgoing_mail (state, "createdAt", _id);
create index outgoing_mail_search on portal.outgoing_mail using gin (search gin_trgm_ops);
