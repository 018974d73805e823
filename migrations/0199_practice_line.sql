-- The line by which results are judged stays once one of them is proposed: else a repeated practice becomes a passed one alone.
create function portal.keep_practice_line() returns trigger language plpgsql as $$
begin
  if (new.session, new.semester, new.passline) is distinct from (old.session, old.semester, old.passline)
    and exists (select from portal.practice_posting p where p.round = old._id and p.state in ('Proposed', 'Confirmed')) then
    raise exception 'results of the round are judged by its line'
      using errcode = '23514', constraint = 'practice_round_judged', table = 'practice_round';
  end if;
  return new;
end $$;
create trigger practice_line_kept before update on portal.practice_round
  for each row execute function portal.keep_practice_line();
