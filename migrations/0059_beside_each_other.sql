-- One payment may wait for more than one reason, and each reason has its own decision: each row names the others.

create or replace view portal.open_payment_exception as
  select _id, "createdAt", kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, takenby, "takenAt", search, (
    select string_agg(o.kind, ', ' order by o.kind) from portal.payment_exception o
    where o.payment = e.payment and o."closedAt" is null and o._id <> e._id) as beside
  from portal.payment_exception e where "closedAt" is null;

create view portal.discrepancy_line as
  select d.*, case when d.state = 'Open' then (
    select string_agg(o.kind, ', ' order by o.kind) from portal.discrepancy o
    where o.payment = d.payment and o.state = 'Open' and o._id <> d._id) end as beside
  from portal.discrepancy d;
