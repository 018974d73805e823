-- A change of programme that ends with its application's withdrawal, or with an offer, has its line in the audit as any other step.
create or replace function portal.end_moves() returns trigger language plpgsql as $$
begin
  with open as (select _id, state from portal.programme_move
      where application = new.application and state in ('Asked', 'Proposed', 'Offered') order by _id for update),
    ended as (update portal.programme_move m set state = case open.state when 'Offered' then 'Lapsed' else 'Withdrawn' end,
        "answeredAt" = now(), version = version + 1
      from open where m._id = open._id returning m._id, m.state, open.state as was)
  insert into portal.audit (_id, actorkind, deed, subject, before, after, reason)
    select gen_random_uuid(), 'system', 'programme_move.end', 'application:' || new.application,
      jsonb_build_object('state', was), jsonb_build_object('move', _id, 'state', state),
      case tg_table_name when 'offer' then 'A place is offered on the application' else 'The applicant gave the application up' end
    from ended;
  return null;
end $$;
