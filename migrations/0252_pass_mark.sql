-- From which total the profile that grades a student passes a course; null where the student has none. Registration stands below grading,
-- and asks the database.

create function portal.pass_mark_of(of uuid) returns smallint language sql stable as $$
  select p.passmark from portal.student s join portal.result_profile p on p._id = portal.profile_for(s.programme, s.session)
  where s._id = of
$$;
