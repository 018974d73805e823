-- What an accepted applicant would pay depends on the state of origin.
create or replace view portal.hand_over_candidate as
  select p._id, p.applicant, p.code, p.name, p.jamb, p.programme, p.session, p.standing, p.missing, p."createdAt", p.search,
    r.stateoforigin
  from portal.clearance_person p join portal.review r on r._id = p._id
  where not exists (select from portal.student s where s.application = p._id);
