-- The file that is uploaded on CAPS speaks JAMB's words: its name of the course, its modes of entry, its FCT; numbered from 1.
drop view portal.merit_caps_line;
create view portal.merit_caps_line as
  with usual as (
    -- Of several courses of JAMB's that are one programme here, the one that most candidates of the session chose.
    select distinct on (s._id, k.programme) s._id as session, k.programme, k.course
    from portal.session s cross join portal.jamb_course k
      left join (select session, course, count(*) as chosen from portal.jamb_candidate group by session, course) n
        on n.session = s._id and n.course = k._id
    where k.programme is not null
    order by s._id, k.programme, n.chosen desc nulls last, k.course
  )
  select p._id, p.run, row_number() over (partition by p.run order by p.place)::integer as place, p.programme,
    v.jamb as rg_num, v.name as rg_candname, left(v.gender, 1) as rg_sex,
    case v.stateoforigin when 'Federal Capital Territory' then 'FCT' else v.stateoforigin end as state_name,
    v.lgaoforigin as lga_name,
    -- As the candidate chose it; else as JAMB calls this programme; else as it is called here.
    coalesce(own.course, usual.course, g.award || ' ' || g.name) as co_name,
    coalesce(own.course, usual.course) is not null as named,
    p.utme as rg_utme, p.screening::text as rg_putme, p.aggregate::text as rg_aggregate,
    case v.type when 'JAMB UTME' then 'UTME' when 'Direct Entry' then 'DE' else v.type end as rg_mode, p.quota as rg_quota,
    r."createdAt"
  from portal.merit_place p
    join portal.review v on v._id = p.application
    join portal.programme g on g._id = p.programme
    join portal.merit_run r on r._id = p.run
    left join portal.jamb_candidate c on c.session = r.session and c.jamb = v.jamb
    left join portal.jamb_course own on own._id = c.course and own.programme = p.programme
    left join usual on usual.session = r.session and usual.programme = p.programme
  where p.outcome = 'Offer' and r.state = 'Frozen';
