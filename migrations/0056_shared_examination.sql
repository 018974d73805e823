-- An examination that several applicants submitted is the same one however its number is written: the desk sees whose else it is.
create function portal.plain_number(number text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(number, '[^[:alnum:]]', '', 'g'))
$$;
create index olevel_sitting_submitted on portal.olevel_sitting (portal.plain_number(examinationnumber), examinationyear)
  where locked;
