-- The audit is searched by what its lines are about and by who acted, which other tables find by their own indexes, and by its
-- deeds, which are few. Of its words only a reason has an index: few lines have one, so writing a line costs no more.
create index audit_reason on portal.audit using gin (lower(' ' || reason) gin_trgm_ops) where reason is not null;

-- `about` is what the console calls the subject: it fills it in, a page of lines at a time.
drop view portal.audit_line;
create view portal.audit_line as
  select _id, at as "createdAt", actorkind, case when actorkind = 'staff' then actor end as actor, deed, subject, null::jsonb as about,
    before, after, reason, request
  from portal.audit;
