-- A session that admits no more is over once a later one has taken applications, whether that one still does: what was
-- free again stays free when the admission of the later one is stopped.
create or replace function portal.session_is_over(wanted uuid) returns boolean language sql stable as $$
  select exists (
    select from portal.session s join portal.session later on later._id <> s._id
    where s._id = wanted and not s.admission and later.opens <= now() and later.opens > coalesce(s.opens, '-infinity')
      and (later.admission or exists (select from portal.application a where a.session = later._id)))
$$;
