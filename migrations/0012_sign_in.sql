-- Signing in by another account, and on a device of others.

-- Null: its owner signs in by another account, such as Google's, until a password is set by mail.
alter table portal.applicant alter column password drop not null;

-- On a device of others a sign-in is short, and its end takes away what it left there.
alter table portal.sign_in add column shared boolean not null default false;

-- A nonce is signed when it is given out and stored only when it is used, which happens once.
create table portal.used_nonce (
  nonce bytea constraint used_nonce_once primary key,
  "endsAt" timestamptz not null
);
create index used_nonce_end on portal.used_nonce ("endsAt");

-- More devices than anybody holds: beyond ten the oldest sign-ins end, those first that have ended by themselves. A
-- trigger sees what others have committed while its statement waited for the lock of the applicant's row, which the
-- statement that inserts must take; the statement itself would count what was there before it waited.
create function portal.keep_ten_sign_ins() returns trigger language plpgsql as $$
begin
  delete from portal.sign_in where token in (
    select token from portal.sign_in where applicant = new.applicant and token <> new.token
    order by ("endsAt" > now() and "seenAt" + idle > now()) desc, "createdAt" desc offset 9);
  return null;
end $$;
create trigger sign_in_ten after insert on portal.sign_in
  for each row execute function portal.keep_ten_sign_ins();

-- The twenty that were seen last are known.
create function portal.keep_twenty_devices() returns trigger language plpgsql as $$
begin
  delete from portal.known_device where applicant = new.applicant and device in (
    select device from portal.known_device where applicant = new.applicant and device <> new.device
    order by "seenAt" desc offset 19);
  return null;
end $$;
create trigger known_device_twenty after insert on portal.known_device
  for each row execute function portal.keep_twenty_devices();
