-- Somebody else registers an address that waits for its verification: the browser that registered, and the addresses of
-- which two did, by the hash of the address.
alter table portal.applicant add column device bytea;

create table portal.contested_address (
  address bytea primary key,
  "endsAt" timestamptz not null
);
