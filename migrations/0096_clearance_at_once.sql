-- Ticks of a whole year in one statement: what was before is taken off and what is now is added, without matching the rows of
-- the one with those of the other, which took the square of their number once a statement about a single row had been planned.
create or replace function portal.add_to_clearance_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update portal.clearance_file f set items = f.items + d.items, open = f.open + d.open, refused = f.refused + d.refused,
      "clearedAt" = case when f.open + d.open + f.refused + d.refused = 0 then coalesce(f."clearedAt", now()) end
    from (
      select n.application, (count(*) filter (where n.asked))::int as items,
        (count(*) filter (where n.asked and n.state = 'Open'))::int as open,
        (count(*) filter (where n.asked and n.state = 'Refused'))::int as refused
      from now_rows n group by n.application) d
    where f.application = d.application and d.items <> 0;
    return null;
  end if;
  update portal.clearance_file f set items = f.items + d.items, open = f.open + d.open, refused = f.refused + d.refused,
    "clearedAt" = case when f.open + d.open + f.refused + d.refused = 0 then coalesce(f."clearedAt", now()) end
  from (
    select every.application, sum(every.one * every.asked::int)::int as items,
      sum(every.one * (every.asked and every.state = 'Open')::int)::int as open,
      sum(every.one * (every.asked and every.state = 'Refused')::int)::int as refused
    from (
      select application, asked, state, 1 as one from now_rows
      union all select application, asked, state, -1 from before_rows) every
    group by every.application) d
  where f.application = d.application and (d.items, d.open, d.refused) <> (0, 0, 0);
  return null;
end $$;

-- A programme that moves to another department takes its questions along, also those of an item that becomes the departments' meanwhile.
create or replace function portal.move_clearance() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('the clearance list', 0));
  update portal.clearance c set department = new.department, version = c.version + 1, "updatedAt" = now()
  from portal.clearance_file f, portal.clearance_item i
  where f.programme = new._id and c.application = f.application and i._id = c.item and i.department is null;
  return null;
end $$;
