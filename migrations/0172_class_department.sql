-- A class that was taught before keeps the department that taught it, whoever puts its code into a catalogue first.

create or replace function portal.place_course_in_class() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.session <> old.session then
      raise exception 'a course stays in its session' using errcode = '23514', constraint = 'course_session_stays', table = 'course';
    end if;
    if (new.code, new.name, new.credit, new.moduletype) is distinct from (old.code, old.name, old.credit, old.moduletype)
      and new.version = old.version then
      new.version := old.version + 1;
    end if;
    if new.code = old.code then
      return new;
    end if;
  end if;
  insert into portal.course_class (session, code, department)
    select new.session, new.code, coalesce(
      (select had.department from portal.course_class had join portal.session earlier on earlier._id = had.session
        join portal.session this on this._id = new.session
        where had.code = new.code and earlier.name < this.name order by earlier.name desc limit 1),
      p.department)
    from portal.programme p where p._id = new.programme
    on conflict on constraint course_class_code do nothing;
  select c._id into new.class from portal.course_class c where c.session = new.session and c.code = new.code;
  return new;
end $$;
