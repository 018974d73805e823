-- Who said to know, before paying, that what was typed does not do for the programme: the office's list is narrowed by it.
alter table portal.payment_reference add column knew boolean not null generated always as ("knewAt" is not null) stored;
create index payment_reference_by_knew on portal.payment_reference ("createdAt", _id) where knew;
