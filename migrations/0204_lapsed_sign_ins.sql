-- Ten living sign-ins, as before. Those that have lapsed stay until the night forgets them: what is missing was ended by somebody.
create or replace function portal.keep_ten_sign_ins() returns trigger language plpgsql as $$
begin
  delete from portal.sign_in where token in (
    select token from portal.sign_in where applicant = new.applicant and token <> new.token
      and "endsAt" > now() and "seenAt" + idle > now()
    order by "createdAt" desc offset 9);
  return null;
end $$;
