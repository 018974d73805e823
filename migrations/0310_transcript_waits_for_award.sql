-- Whoever takes an award back waits for the transcript that is being made of it, and then supersedes it; or came before, and is seen.
create function portal.require_standing_award() returns trigger language plpgsql as $$
begin
  perform from portal.graduand l where l.student = new.student and l.state in ('Listed', 'Conferred') for share;
  if new.content #>> '{student,status}' is distinct from (select s.status from portal.student s where s._id = new.student) then
    raise exception 'the record has moved' using errcode = '23514', constraint = 'transcript_of_record', table = 'transcript';
  end if;
  return new;
end $$;
create trigger transcript_of_award before insert on portal.transcript for each row execute function portal.require_standing_award();

-- By what it says: one may have been begun before the award was conferred, and been made after that.
create or replace function portal.supersede_transcripts_of_award() returns trigger language plpgsql as $$
begin
  update portal.transcript t set "supersededAt" = now(), version = version + 1
    where t.student = new.student and t.content #>> '{student,status}' = 'Graduated' and t."supersededAt" is null
      and t.state <> 'Declined';
  return null;
end $$;
