-- An issued paper has the words that were in force at its moment, by who decided what on which day: none of it changes once decided.
-- From Proposed a version is decided; what is in force can only be replaced; the rest stays as it is.
create or replace function portal.guard_template_version() returns trigger language plpgsql as $$
begin
  if (new._id, new.template, new.number, new.words, new.note, new.proposedby, new."createdAt")
    is distinct from
     (old._id, old.template, old.number, old.words, old.note, old.proposedby, old."createdAt") then
    raise exception 'a version of a template does not change';
  end if;
  if old.state <> 'Proposed' and (new.decidedby, new."decidedAt", new.decision)
    is distinct from (old.decidedby, old."decidedAt", old.decision) then
    raise exception 'what was decided about a version of a template does not change';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('Proposed', 'In force'), ('Proposed', 'Declined'), ('Proposed', 'Withdrawn'), ('In force', 'Replaced')) then
    raise exception 'a version of a template does not go from % to %', old.state, new.state;
  end if;
  return new;
end $$;
