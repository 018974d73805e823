-- A recalled offer took its file back to checking without a line of the audit: the lines that are missing.

insert into portal.audit (_id, actorkind, deed, subject, after, reason)
select gen_random_uuid(), 'system', 'review.offer-recalled', 'review:' || r._id, jsonb_build_object('state', r.state),
  'Its offer was recalled'
from portal.review r
where r.state = 'Checking' and exists (select from portal.offer_recall o where o.application = r._id)
  and not exists (select from portal.audit line where line.subject = 'review:' || r._id and line.after ->> 'state' = r.state);
