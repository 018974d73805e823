-- What somebody gave back or applied may become more anew, as its bill grows smaller: then it waits again.
create or replace function portal.open_payment_exception(
  kind text, subject text, payment uuid, rrr text, name text, jamb text, came_kobo bigint, asked_kobo bigint, said text,
  since timestamptz
) returns void language sql as $$
  insert into portal.payment_exception as x (_id, kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, "createdAt")
  values (gen_random_uuid(), $1, $2, $3, $4,
    coalesce((select p.payer from portal.payment_reference p where p._id = $3 and p.payername = $5), $5, ''),
    coalesce($6, ''), $7, $8, $9, $10)
  on conflict on constraint payment_exception_once do update set "closedAt" = null, closedby = null, outcome = null,
    takenby = null, "takenAt" = null, version = x.version + 1, "updatedAt" = now()
  where x.kind = 'Bill overpaid' and x."closedAt" is not null
    and (x.closedby is null or x.outcome like any (array['Refund approved: %', 'Apply credit approved: %']))
$$;
