-- What the entry rules said of what was typed when an application fee was last asked for, and when the applicant said to
-- know it. References of before were made without.
alter table portal.payment_reference
  add column entrystanding text constraint payment_reference_entrystanding
    check (entrystanding in ('qualifies', 'nearly', 'short', 'untyped', 'unpublished')),
  add column entrywords text,
  add column "knewAt" timestamptz,
  add constraint payment_reference_entrywords check (
    (entrystanding is null) = (entrywords is null) and ("knewAt" is null or entrystanding is not null)
  );
