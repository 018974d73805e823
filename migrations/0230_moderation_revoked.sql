-- How a moderation is listed, and how it is taken back.

alter table portal.moderation
  -- Of the class, as the list names it.
  add column code text,
  add column revokedby uuid constraint moderation_revokedby references portal.staff,
  add column "revokedAt" timestamptz,
  add column revocation text constraint moderation_revocation check (char_length(revocation) between 2 and 500),
  add column search text not null generated always as (lower(' ' || coalesce(code, '') || ' ' || reason)) stored,
  add constraint moderation_named check ((class is null) = (code is null)),
  add constraint moderation_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  add constraint moderation_revoked check (
    case when state = 'Revoked' then num_nonnulls(revokedby, "revokedAt", revocation) = 3 else num_nonnulls(revokedby, "revokedAt", revocation) = 0 end);
create index moderation_search on portal.moderation using gin (search gin_trgm_ops);
create index moderation_by_state on portal.moderation (state, "createdAt", _id);
create index moderation_by_session on portal.moderation (session, "createdAt", _id);

create function portal.guard_moderation() returns trigger language plpgsql as $$
declare
  moves text[] := array['state', 'decidedby', 'decidedAt', 'decision', 'revokedby', 'revokedAt', 'revocation', 'version', 'updatedAt', 'search'];
begin
  if (to_jsonb(new) - moves) is distinct from (to_jsonb(old) - moves) then
    raise exception 'a moderation stays what was proposed' using errcode = '23514', constraint = 'moderation_stays', table = 'moderation';
  end if;
  if not (old.state = new.state
    or old.state = 'Proposed' and new.state in ('Approved', 'Declined', 'Withdrawn')
    or old.state = 'Approved' and new.state = 'Revoked') then
    raise exception 'a moderation does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'moderation_step', table = 'moderation';
  end if;
  return new;
end $$;
create trigger moderation_guard before update on portal.moderation
  for each row execute function portal.guard_moderation();

-- Until the end of the transaction nobody else moderates, revokes or publishes in this semester.
create function portal.lock_marks(session uuid, semester int) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('marks ' || session || ' ' || semester, 0));
end $$;
