-- A recall stops whatever reference its offer has. One that is still being made is wished for no more, and is cancelled as
-- soon as the provider tells it; a later offer of the same place gets a reference of its own.

alter table portal.payment_reference add column "recalledAt" timestamptz;

drop index portal.payment_reference_one_open;
create unique index payment_reference_one_open on portal.payment_reference (applicant, purpose, programme, session)
  where state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED') and "recalledAt" is null;

alter table portal.payment_edge disable trigger payment_edge_fixed;
insert into portal.payment_edge (fromstate, tostate) values ('CREATED', 'REFUSED'), ('UNKNOWN', 'REFUSED');
alter table portal.payment_edge enable trigger payment_edge_fixed;

-- What was recalled until now: references that were cancelled for it, and those that it passed by.
update portal.payment_reference p set "recalledAt" = e.at
from portal.payment_event e where e.payment = p._id and e.kind = 'recalled';
update portal.payment_reference p set "recalledAt" = r."recalledAt", "endsAt" = least(p."endsAt", now())
from portal.offer_recall r
where r.application = p.acceptanceof and p."createdAt" < r."recalledAt" and p."recalledAt" is null
  and p.state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'OPEN', 'PARKED');
