-- Once an application has gone to one of its further choices, that programme is its first choice and no further one: the others move up.
create function portal.further_choices(wanted uuid) returns table (rank integer, programme uuid) language sql stable as $$
  select (row_number() over (order by c.rank) + 1)::integer, c.programme
  from portal.application_choice c join portal.application a on a._id = c.application and a.programme <> c.programme
  where c.application = wanted
$$;

create function portal.codes_of_choices(wanted uuid) returns text language sql stable as $$
  select string_agg(p.code, ', ' order by c.rank)
  from portal.further_choices(wanted) c join portal.programme p on p._id = c.programme
$$;

create or replace function portal.review_follows_choices() returns trigger language plpgsql as $$
begin
  update portal.review r set
    choices = portal.codes_of_choices(r._id),
    -- Of a file that was there before: a merit list that was drawn by other choices is agreed to by nobody.
    "correctedAt" = case when r."createdAt" < now() then clock_timestamp() else r."correctedAt" end,
    version = r.version + case when r."createdAt" < now() then 1 else 0 end,
    "updatedAt" = now()
  where r._id in (select application from changed);
  return null;
end $$;

create function portal.choices_follow_move() returns trigger language plpgsql as $$
begin
  update portal.review r set choices = portal.codes_of_choices(r._id) where r._id = new._id and r.choices is not null;
  return null;
end $$;
-- By name after the one that takes the desk's row to the programme.
create trigger application_review_wishes after update of programme on portal.application
  for each row when (new.programme <> old.programme) execute function portal.choices_follow_move();

update portal.review r set choices = portal.codes_of_choices(r._id)
where r.choices is not null and exists (select from portal.application_move m where m.application = r._id);
