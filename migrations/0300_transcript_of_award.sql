-- A transcript says the status and the class of an award: once that was taken back, none stands that was made since it was conferred.
create function portal.supersede_transcripts_of_award() returns trigger language plpgsql as $$
begin
  update portal.transcript t set "supersededAt" = now(), version = version + 1
    where t.student = new.student and t."createdAt" >= new."conferredAt" and t."supersededAt" is null and t.state <> 'Declined';
  return null;
end $$;
create trigger graduand_supersedes after update of state on portal.graduand for each row
  when (old.state = 'Conferred' and new.state = 'Undone') execute function portal.supersede_transcripts_of_award();

-- What the office reads of a superseded one covers an award that was taken back.
create or replace view portal.transcript_line as
select o._id, o.student, o.name, o.matric, o.programme, o.label, o.note, o.dueon, t.serial, t.madeby, t."createdAt" as "madeAt",
  t.decidedby, t."decidedAt",
  case when o.state in ('Ordered', 'Cancelled') or o."owedAt" is not null then 'Not paid'
    when t.state <> 'Declined' and t."supersededAt" is null then t.state
    when o.state = 'Returned' then 'With the student'
    else 'To make' end as state,
  case when t."supersededAt" is not null then 'The record that ' || t.serial || ' shows was corrected, so another is made'
    else t.reason end as why,
  case when o.state in ('Paid', 'Being made', 'Returned') then o.dueon - (now() at time zone 'Africa/Lagos')::date end as daysleft,
  o.search, o.version, o."createdAt"
from portal.service_order o
left join lateral (select made.* from portal.transcript made where made.serviceorder = o._id
  order by made."createdAt" desc, made._id desc limit 1) t on true
where o.kind = 'Transcript' and (o.state not in ('Ordered', 'Cancelled') or t._id is not null);
