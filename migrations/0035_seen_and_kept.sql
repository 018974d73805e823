-- What waits for the desk is seen to wait, and what was closed can be proved.

-- What a payment waits for at the desk, by where it stands now; null for nothing. For the check that looks for what nobody sees.
create function portal.waits_now(payment_id uuid) returns text language sql stable as $$
  select portal.waits_for(p, e) from portal.payment_reference p left join portal.payment_event e on e._id = p.evidence
  where p._id = payment_id
$$;
