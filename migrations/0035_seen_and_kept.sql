-- What waits for the desk is seen to wait, and what was closed can be proved.

-- What a payment waits for at the desk, by where it stands now; null for nothing. For the check that looks for what nobody sees.
create function portal.waits_now(payment_id uuid) returns text language sql stable as $$
  select portal.waits_for(p, e) from portal.payment_reference p left join portal.payment_event e on e._id = p.evidence
  where p._id = payment_id
$$;

-- Deletes the files of an applicant that nothing names, and says how many. The photograph of the account is needed until
-- there is an application, and stands in each of these by itself.
create function portal.drop_unused_files(owner_id uuid) returns integer language plpgsql as $$
declare
  one uuid;
  dropped integer := 0;
begin
  update portal.applicant set photo = null
    where _id = owner_id and not exists (select from portal.application where applicant = owner_id);
  for one in select _id from portal.stored_file where owner = owner_id loop
    begin
      delete from portal.stored_file where _id = one;
      dropped := dropped + 1;
    exception when foreign_key_violation then
      null; -- something rests on it
    end;
  end loop;
  return dropped;
end $$;
