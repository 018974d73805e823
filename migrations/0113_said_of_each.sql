-- What the office has said of each person of an order, in place of one word for all of them.
alter table portal.hand_over_line
  -- Whoever is like this one on record, or further up in the order, is another person.
  add column another boolean not null default false,
  -- The record of somebody who has left, as which this one was a student before.
  add column formerly uuid constraint hand_over_line_formerly references portal.student;

update portal.hand_over_line l set another = true from portal.hand_over h
  where h._id = l.handover and h.another and l.state = 'Waiting';

alter table portal.hand_over drop column another;
