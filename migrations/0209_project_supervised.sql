-- Whoever has supervised a project since its title was accepted is not the second person who checks its deposit.

alter table portal.project add column supervised uuid[] not null default '{}';

update portal.project p set supervised = had.supervisors
from (select subject, array_agg(distinct (after->>'supervisor')::uuid) as supervisors from portal.audit
  where deed = 'project.supervise' and after->>'supervisor' is not null group by subject) had
where had.subject = 'project:' || p._id and p.state <> 'Checked';

create or replace function portal.guard_project() returns trigger language plpgsql as $$
begin
  if old.state = 'Checked' and (new.state, new.finaltitle, new.file, new.nerd, new.proof, new.checkedby, new.supervisor)
    is distinct from (old.state, old.finaltitle, old.file, old.nerd, old.proof, old.checkedby, old.supervisor) then
    raise exception 'a deposit that was checked stands';
  end if;
  if old.state = 'Deposited' and new.supervisor is distinct from old.supervisor then
    raise exception 'a deposit is checked or returned before it has another supervisor';
  end if;
  if old.state in ('Accepted', 'Deposit returned') and old.supervisor is not null and new.supervisor is distinct from old.supervisor
    and not old.supervisor = any(new.supervised) then
    new.supervised := new.supervised || old.supervisor;
  end if;
  if new.state = 'Checked' and old.state <> 'Checked' and (new.checkedby = any(new.supervised) or exists (
    select from portal.project_step decided
    where decided.project = new._id and decided.state = 'Accepted' and decided.staff = new.checkedby)) then
    raise exception 'whoever accepted the title or supervised the project is not the second person';
  end if;
  return new;
end $$;
