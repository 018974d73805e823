-- A correction waits for whoever holds the applicant, and a merit list may be drawn meanwhile: it was corrected when its copy
-- was written, not when the waiting began.
create or replace function portal.review_follows_correction() returns trigger language plpgsql as $$
declare
  fullname text := concat_ws(' ', new.snapshot #>> '{bio,lastname}', new.snapshot #>> '{bio,firstname}', new.snapshot #>> '{bio,middlename}');
  newgrades smallint[] := portal.review_grades(new.snapshot);
begin
  update portal.review r set
    name = fullname, jamb = new.snapshot ->> 'jamb', phonenumber = new.snapshot #>> '{bio,phonenumber}', type = new.type,
    gender = new.snapshot #>> '{bio,gender}', stateoforigin = new.snapshot #>> '{bio,stateoforigin}',
    lgaoforigin = new.snapshot #>> '{bio,lgaoforigin}', grades = newgrades,
    -- What the entry rules say is asked anew, in the same transaction or within a minute.
    judgedby = case when new.snapshot -> 'results' is distinct from old.snapshot -> 'results' then null else r.judgedby end,
    -- Scores are told by JAMB number: those of another number are another's, but for what an offer was given by.
    utme = case when r.jamb = new.snapshot ->> 'jamb' or r.state in ('Offered', 'Accepted') then r.utme end,
    screening = case when r.jamb = new.snapshot ->> 'jamb' or r.state in ('Offered', 'Accepted') then r.screening end,
    "correctedAt" = case when (r.jamb, r.type, r.gender, r.stateoforigin, r.lgaoforigin, new.snapshot -> 'results') is distinct from
        (new.snapshot ->> 'jamb', new.type, new.snapshot #>> '{bio,gender}', new.snapshot #>> '{bio,stateoforigin}',
          new.snapshot #>> '{bio,lgaoforigin}', old.snapshot -> 'results')
      then clock_timestamp() else r."correctedAt" end,
    version = r.version + 1, "updatedAt" = now()
  where r._id = new._id;
  return null;
end $$;
