-- What CAPS says of a place where it is about to be offered.

-- What the newest CAPS return of a session says of one number's place in a programme; how it is not known, where it says nothing.
create function portal.caps_standing(of_session uuid, of_jamb text, of_programme uuid) returns text
  language sql stable parallel safe as $$
  select coalesce(
    (select case when r.status in ('Approved', 'Accepted') and k.programme <> of_programme then 'Other programme'
        else r.status end
      from portal.caps_return r left join portal.jamb_course k on k._id = r.course
      where r.session = of_session and r.jamb = of_jamb and r.newest),
    case when exists (select from portal.caps_return r where r.session = of_session) then 'Not in the return'
      else 'No return yet' end)
$$;

-- The applications of lists with what CAPS says now of those that are offered a place. Without a join: rows of it are locked.
create view portal.release_line_caps as
  select line.*, line.caps in ('Approved', 'Accepted') as approved
  from (
    select l.*, case when l.kind is not null then portal.caps_standing(
      (select r.session from portal.release r where r._id = l.release), l.jamb, l.programme) end as caps
    from portal.release_line l) line;
