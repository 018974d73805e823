-- Deletes a file that nothing names any more; its bytes go with the next sweep. Answers whether it did.
create function portal.drop_unused_file(file uuid) returns boolean language plpgsql as $$
begin
  delete from portal.stored_file where _id = file;
  return found;
exception when foreign_key_violation then
  return false; -- something rests on it
end $$;

create or replace function portal.drop_unused_files(owner_id uuid) returns integer language plpgsql as $$
declare
  one uuid;
  dropped integer := 0;
begin
  update portal.applicant set photo = null
    where _id = owner_id and not exists (select from portal.application where applicant = owner_id);
  for one in select _id from portal.stored_file where owner = owner_id loop
    if portal.drop_unused_file(one) then dropped := dropped + 1; end if;
  end loop;
  return dropped;
end $$;
