-- What the audit says of an account that is gone: who did what and when stays, what was typed goes. The account's id is then a number that
-- leads to nobody.
create index audit_by_applicant on portal.audit (actor) where actorkind = 'applicant';

create function portal.forgotten(typed jsonb) returns jsonb language sql immutable parallel safe
  return case when typed is null then null else '{"forgotten": true}'::jsonb end;

/* One change of a line alone: its values and its reason are forgotten, once the account that it is about is gone. */
create function portal.only_forget() returns trigger language plpgsql as $$
declare
  about constant uuid := case
    when old.actorkind = 'applicant' then old.actor
    when old.subject ~ '^(applicant|bio|utme-result):[0-9a-f]{8}-[0-9a-f-]{27}$' then split_part(old.subject, ':', 2)::uuid
  end;
begin
  if about is null or exists (select from portal.applicant standing where standing._id = about)
    or (new._id, new.at, new.actorkind, new.actor, new.deed, new.subject, new.request)
      is distinct from (old._id, old.at, old.actorkind, old.actor, old.deed, old.subject, old.request)
    or new.before is distinct from portal.forgotten(old.before) or new.after is distinct from portal.forgotten(old.after)
    or new.reason is not null then
    raise exception 'audit is append-only';
  end if;
  return new;
end $$;
drop trigger audit_append_only on portal.audit;
create trigger audit_append_only before delete or truncate on portal.audit
  for each statement execute function portal.refuse_change();
create trigger audit_only_forgets before update on portal.audit for each row execute function portal.only_forget();

create function portal.forget_in_audit() returns trigger language plpgsql as $$
begin
  update portal.audit line set before = portal.forgotten(line.before), after = portal.forgotten(line.after), reason = null
  where (line.subject = any(array['applicant:' || old._id, 'bio:' || old._id, 'utme-result:' || old._id])
      or line.actorkind = 'applicant' and line.actor = old._id)
    and (line.before is not null or line.after is not null or line.reason is not null);
  return null;
end $$;
create trigger applicant_forgotten after delete on portal.applicant
  for each row execute function portal.forget_in_audit();

-- The last mail of an account goes with the sending of it.
alter table portal.outgoing_mail add column forgets boolean not null default false;
