-- The deposit of a project is checked by somebody who never decided about it as its supervisor, and its files are sent for it.

alter table portal.stored_file drop constraint stored_file_kind_check,
  add constraint stored_file_kind_check check (kind in ('photo', 'document', 'material', 'project')) not valid;
alter table portal.stored_file validate constraint stored_file_kind_check;

create or replace function portal.guard_project() returns trigger language plpgsql as $$
begin
  if old.state = 'Checked' and (new.state, new.finaltitle, new.file, new.nerd, new.proof, new.checkedby, new.supervisor)
    is distinct from (old.state, old.finaltitle, old.file, old.nerd, old.proof, old.checkedby, old.supervisor) then
    raise exception 'a deposit that was checked stands';
  end if;
  -- Else whoever supervised it hands it over, and checks it as the second person.
  if old.state = 'Deposited' and new.supervisor is distinct from old.supervisor then
    raise exception 'a deposit is checked or returned before it has another supervisor';
  end if;
  if new.state = 'Checked' and old.state <> 'Checked' and exists (select from portal.project_step decided
    where decided.project = new._id and decided.state = 'Accepted' and decided.staff = new.checkedby) then
    raise exception 'whoever accepted the title is not the second person';
  end if;
  return new;
end $$;
