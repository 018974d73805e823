-- Which of its choices a place of a merit list is in: 1 is the programme that was applied for.
alter table portal.merit_place
  add column wish smallint not null default 1 constraint merit_place_wish check (wish between 1 and 3);

create or replace function portal.guard_merit_places() returns trigger language plpgsql as $$
begin
  if exists (select from changed c left join portal.merit_run r on r._id = c.run where r.state is distinct from 'Draft') then
    raise exception 'the places of a run change while it is a draft' using constraint = 'merit_place_run';
  end if;
  if tg_op <> 'DELETE' and exists (
    select from changed c join portal.merit_run r on r._id = c.run
      left join portal.application a on a._id = c.application and a.session = r.session
      left join portal.application_choice h on h.application = c.application and h.programme = c.programme and c.wish > 1
    where a._id is null or c.programme is distinct from a.programme and h.application is null) then
    raise exception 'a place is that of an application of the run''s session' using constraint = 'merit_place_application';
  end if;
  return null;
end $$;

create or replace view portal.merit_place_line as
  select p._id, p.run, p.place, p.application, p.programme, p.rank, p.aggregate::text as aggregate, p.outcome, p.quota,
    p.reason, p.byhand, p.stateoforigin, p.utme, p.screening::text as screening, p.points,
    v.code, v.name, v.jamb, v.gender, v.lgaoforigin, v.type, v.state, v.search, r."createdAt", p.wish
  from portal.merit_place p
    left join portal.review v on v._id = p.application
    left join portal.merit_run r on r._id = p.run;
