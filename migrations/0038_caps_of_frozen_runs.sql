-- What goes to CAPS is what was decided: a draft of the merit list proposes nobody.

create or replace view portal.merit_caps_line as
  select p._id, p.run, p.place, p.programme, v.jamb as rg_num, v.name as rg_candname, left(v.gender, 1) as rg_sex,
    v.stateoforigin as state_name, v.lgaoforigin as lga_name, g.award || ' ' || g.name as co_name,
    p.utme as rg_utme, p.screening::text as rg_putme, p.aggregate::text as rg_aggregate, v.type as rg_mode, p.quota as rg_quota,
    r."createdAt"
  from portal.merit_place p
    join portal.review v on v._id = p.application
    join portal.programme g on g._id = p.programme
    join portal.merit_run r on r._id = p.run
  where p.outcome = 'Offer' and r.state = 'Frozen';
