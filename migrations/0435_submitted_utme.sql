-- What JAMB's list says of the subjects; null while no list has said so. It stands against what an applicant typed, as the score does.
alter table portal.review add column utmesubjects text[]
  constraint review_utmesubjects check (cardinality(utmesubjects) between 1 and 3);

-- The same corrections as before, and those of the UTME and of an A-Level result.
create or replace function portal.corrected_snapshot(snapshot jsonb, kind text, item uuid, after jsonb) returns jsonb
language sql immutable as $$
  select case kind
    when 'type' then snapshot
    when 'jamb' then snapshot || after
    when 'result' then jsonb_set(snapshot, '{results}', (
      select coalesce(jsonb_agg(case when one ->> '_id' = item::text then one || after else one end order by place), '[]')
      from jsonb_array_elements(snapshot -> 'results') with ordinality r (one, place)))
    when 'sitting' then jsonb_set(jsonb_set(snapshot, '{sittings}', (
      select coalesce(jsonb_agg(case when one ->> '_id' = item::text then one || after else one end order by place), '[]')
      from jsonb_array_elements(snapshot -> 'sittings') with ordinality s (one, place))), '{results}', (
      select coalesce(jsonb_agg(case when one #>> '{examination,_id}' = item::text
        then jsonb_set(one, '{examination}', (one -> 'examination') || after) else one end order by place), '[]')
      from jsonb_array_elements(snapshot -> 'results') with ordinality r (one, place)))
    when 'utme' then case when jsonb_typeof(snapshot -> 'utme') = 'object'
      then jsonb_set(snapshot, '{utme}', (snapshot -> 'utme') || jsonb_build_object(
        'subjects', to_jsonb(array_remove(array[
          coalesce(after ->> 'subject1', snapshot #>> '{utme,subjects,0}'),
          coalesce(after ->> 'subject2', snapshot #>> '{utme,subjects,1}'),
          coalesce(after ->> 'subject3', snapshot #>> '{utme,subjects,2}')], null)),
        'score', case when after ? 'score' then to_jsonb((after ->> 'score')::integer) else snapshot #> '{utme,score}' end))
      else snapshot end
    when 'alevel' then jsonb_set(snapshot, '{alevels}', (
      select coalesce(jsonb_agg(case when one ->> '_id' = item::text
        then jsonb_set(one, '{results}', (one -> 'results') || after) else one end order by place), '[]')
      from jsonb_array_elements(coalesce(snapshot -> 'alevels', '[]')) with ordinality a (one, place)))
    else jsonb_set(snapshot, '{bio}', (snapshot -> 'bio') || after)
  end
$$;

-- As before; what the entry rules look at is more than the O-Level now.
create or replace function portal.review_follows_correction() returns trigger language plpgsql as $$
declare
  fullname text := concat_ws(' ', new.snapshot #>> '{bio,lastname}', new.snapshot #>> '{bio,firstname}', new.snapshot #>> '{bio,middlename}');
  newgrades smallint[] := portal.review_grades(new.snapshot);
  judged boolean := (new.type, new.snapshot -> 'results', new.snapshot -> 'utme', new.snapshot -> 'alevels', new.snapshot -> 'jamb')
    is not distinct from
    (old.type, old.snapshot -> 'results', old.snapshot -> 'utme', old.snapshot -> 'alevels', old.snapshot -> 'jamb');
begin
  update portal.review r set
    name = fullname, jamb = new.snapshot ->> 'jamb', phonenumber = new.snapshot #>> '{bio,phonenumber}', type = new.type,
    gender = new.snapshot #>> '{bio,gender}', stateoforigin = new.snapshot #>> '{bio,stateoforigin}',
    lgaoforigin = new.snapshot #>> '{bio,lgaoforigin}', grades = newgrades,
    -- What the entry rules say is asked anew, in the same transaction or within a minute.
    judgedby = case when judged then r.judgedby end,
    -- What JAMB says is told by JAMB number: that of another number is another's, but for what an offer was given by.
    utme = case when r.jamb = new.snapshot ->> 'jamb' or r.state in ('Offered', 'Accepted') then r.utme end,
    utmesubjects = case when r.jamb = new.snapshot ->> 'jamb' or r.state in ('Offered', 'Accepted') then r.utmesubjects end,
    screening = case when r.jamb = new.snapshot ->> 'jamb' or r.state in ('Offered', 'Accepted') then r.screening end,
    "correctedAt" = case when not judged or (r.jamb, r.type, r.gender, r.stateoforigin, r.lgaoforigin) is distinct from
        (new.snapshot ->> 'jamb', new.type, new.snapshot #>> '{bio,gender}', new.snapshot #>> '{bio,stateoforigin}',
          new.snapshot #>> '{bio,lgaoforigin}')
      then clock_timestamp() else r."correctedAt" end,
    version = r.version + 1, "updatedAt" = now()
  where r._id = new._id;
  return null;
end $$;
