-- The desk's lists of ticks stay quick with the ticks of many years: each order has an index, and so has what waits.

create index clearance_by_createdat on portal.clearance ("createdAt", _id);
create index clearance_by_state_createdat on portal.clearance (state, "createdAt", _id);
create index clearance_of_item_createdat on portal.clearance (item, "createdAt", _id);
create index clearance_of_item_state_createdat on portal.clearance (item, state, "createdAt", _id);
create index clearance_of_department_createdat on portal.clearance (department, state, "createdAt", _id);
create index clearance_of_department_item on portal.clearance (department, item);
create index clearance_waiting on portal.clearance (item, state, department) where asked and state in ('Open', 'Refused');
drop index portal.clearance_of_item_state;
drop index portal.clearance_of_department_state;
drop index portal.clearance_by_state;

-- A line is as old as the question, which may have come after the acceptance.
create or replace view portal.clearance_line as
  select c._id, c.application, f.applicant, r.code, r.name, r.jamb, f.programme, f.session, c.item, c.department, c.state,
    c.reason, c.note, c.decidedby, c."decidedAt", c."createdAt", r.search
  from portal.clearance c
    join portal.clearance_file f on f.application = c.application
    join portal.review r on r._id = c.application
  where c.asked;
