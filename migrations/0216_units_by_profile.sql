-- The units of a semester by the profile that grades its students: registration stands below grading, and asks the database.

create function portal.profile_for(of uuid, entry uuid) returns uuid language sql stable as $$
  select used.profile from portal.result_profile_use used join portal.session since on since._id = used.session
  where (used.programme = of or used.programme is null)
    and since.name <= (select entered.name from portal.session entered where entered._id = entry)
  order by used.programme is null, since.name desc limit 1
$$;

-- Null: those of the programme.
create function portal.profile_units(of uuid, entry uuid) returns table (minunits smallint, maxunits smallint) language sql stable as $$
  select p.minunits, p.maxunits from portal.result_profile p where p._id = portal.profile_for(of, entry)
$$;
