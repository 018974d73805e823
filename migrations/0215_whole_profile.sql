-- A profile by which somebody is graded has each whole number from 0 to 100 in a band; and its units of a semester.

-- Bands of one profile are apart (score_band_apart) and within 0 to 100: together they are whole where they hold 101 numbers.
create function portal.is_whole_profile(asked uuid) returns boolean language sql stable as $$
  select coalesce(sum(b."to" - b."from" + 1), 0) = 101 from portal.score_band b where b.profile = asked
$$;

create function portal.require_whole_profile() returns trigger language plpgsql as $$
declare
  of uuid := case when tg_op = 'DELETE' then old.profile else new.profile end;
begin
  -- Whoever names it waits for whoever changes its bands, or is seen.
  perform from portal.result_profile p where p._id = of for no key update;
  if exists (select from portal.result_profile_use u where u.profile = of) and not portal.is_whole_profile(of) then
    raise exception 'somebody is graded by this profile, and a score has no band'
      using errcode = '23514', constraint = 'score_band_whole', table = 'score_band';
  end if;
  return null;
end $$;
-- At the end of what changes several of them together.
create constraint trigger score_band_whole after insert or update or delete on portal.score_band
  deferrable initially deferred for each row execute function portal.require_whole_profile();
create constraint trigger result_profile_use_whole after insert or update of profile on portal.result_profile_use
  deferrable initially deferred for each row execute function portal.require_whole_profile();

create index score_band_by_from_alone on portal.score_band ("from", _id);

-- Of the profiles, whose programmes they override is asked with each registration.
create index result_profile_use_of_programme on portal.result_profile_use (programme, session);
