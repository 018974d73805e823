-- What is still to be paid of a bill before a gate opens, in kobo: whatever comes is taken for the first instalment, and what
-- none of them opens waits for no money. The charge of a late registration is owed, but does not close the gate that it was
-- passed through: `partsOf` says the same of the instalments.
create function portal.left_before(billed uuid, gate text) returns bigint language sql stable as $$
  select coalesce((
    select greatest(portal.instalment_kobo(b.billed_kobo - least(b.moved_kobo, 0) - b.late_kobo
        - case when gate = 'registration' then (select coalesce(sum(l.amount_kobo), 0)::bigint from portal.bill_line l
            where l.bill = b._id and l.kind = 'registration') else 0 end, (part.one ->> 'share')::integer)
      + greatest(b.late_kobo, 0) - b.paid_kobo + least(b.moved_kobo, 0), 0)
    from portal.bill b cross join lateral jsonb_array_elements(b.instalments) with ordinality part(one, place)
    where b._id = billed and part.one -> 'opens' ? gate order by part.place limit 1), 0)
$$;
