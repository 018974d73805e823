-- What a fee's items must have in common, and which of them stay.

-- One payment carries one of the provider's services, so the active items of one fee name one.
alter table portal.application_fee_item add constraint application_fee_item_one_service
  exclude using gist (session with =, programme with =, "serviceTypeID" with <>) where (status);
alter table portal.acceptance_fee_item add constraint acceptance_fee_item_one_service
  exclude using gist (session with =, "serviceID" with <>) where (status);

-- An item that a payment was made for stays. The copy in the payment names it: [{_id, name, amount_kobo}]. Read without an
-- index: items are seldom deleted, payments are written all the time.
create function portal.keep_paid_item() returns trigger language plpgsql as $$
begin
  if exists (
    select from portal.payment_reference where items @> jsonb_build_array(jsonb_build_object('_id', old._id))
  ) then
    raise foreign_key_violation using
      message = 'a payment was made for this item', constraint = 'payment_reference_items';
  end if;
  return old;
end $$;
create trigger application_fee_item_kept before delete on portal.application_fee_item
  for each row execute function portal.keep_paid_item();
create trigger acceptance_fee_item_kept before delete on portal.acceptance_fee_item
  for each row execute function portal.keep_paid_item();
