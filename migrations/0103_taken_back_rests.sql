-- A bill that was taken back takes no line any more, but what is carried between the two bills of a merged record. The sums come
-- first, by the trigger before it in their names: it holds the bill, so of two at once the second sees the first.
create function portal.refuse_taken_back() returns trigger language plpgsql as $$
begin
  if exists (select from added join portal.bill b on b._id = added.bill
    where added.kind <> 'moved' and b."takenbackAt" is not null) then
    raise exception 'the bill is taken back' using errcode = '23514', constraint = 'bill_line_taken_back';
  end if;
  return null;
end $$;
create trigger bill_line_taken_back after insert on portal.bill_line
  referencing new table as added for each statement execute function portal.refuse_taken_back();
