-- A member of staff may be kept before the registry knows a title: the specification's form of a new one asks for none.
alter table portal.staff alter column title drop not null;
drop index portal.staff_search;
alter table portal.staff drop column search;
alter table portal.staff add column search text not null generated always as (
  lower(' ' || foldernumber || ' ' || coalesce(title || ' ', '') || firstname || ' ' || coalesce(middlename || ' ', '')
    || lastname || ' ' || emailaddress || ' ' || phonenumber)
) stored;
create index staff_search on portal.staff using gin (search gin_trgm_ops);
