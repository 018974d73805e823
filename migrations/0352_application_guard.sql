-- Two rules of one guard, each written without the other: what was paid for stays with a move to another programme, and results that
-- were awaited may come.
create or replace function portal.guard_application() returns trigger language plpgsql as $$
declare
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.status <> 0 then
      raise exception 'an application begins pending';
    end if;
    new.paidprogramme := new.programme;
    return new;
  end if;
  if (new._id, new.code, new.applicant, new.paidprogramme, new.session, new.payment, new.photo, new."createdAt")
    is distinct from
     (old._id, old.code, old.applicant, old.paidprogramme, old.session, old.payment, old.photo, old."createdAt") then
    raise exception 'a submitted application does not change';
  end if;
  moved := new.programme <> old.programme and new.type = old.type and exists (
    select from portal.application_move m
    where m.application = new._id and m."movedAt" = now() and m.fromprogramme = old.programme and m.programme = new.programme
      and new.snapshot = jsonb_set(old.snapshot, '{programme}', m.named));
  if new.programme <> old.programme and not moved then
    raise exception 'an application goes to another programme by a move only' using constraint = 'application_moved';
  end if;
  if not moved and (new.snapshot, new.type) is distinct from (old.snapshot, old.type) and not exists (
    select from portal.record_correction c
    where c.noun = 'application' and c.applicant = new.applicant and c.state in ('Approved', 'Changed')
      and c."decidedAt" = now() and new.snapshot = portal.corrected_snapshot(old.snapshot, c.kind, c.item, c.after)
      and new.type = case when c.kind = 'type' and c.record = new._id then c.after ->> 'type' else old.type end)
    and not (new.type = old.type and new.snapshot = portal.snapshot_with_awaited(old.snapshot)
      and portal.results_may_come(new.session)) then
    raise exception 'a submitted application changes by a correction only' using constraint = 'application_corrected';
  end if;
  if new.status <> old.status and new.status is distinct from
    coalesce((select kind from portal.offer where application = new._id), 0) then
    raise exception 'an application has the status of its offer';
  end if;
  return new;
end $$;
