-- The code of a class that is taught: what hangs on the class goes along, or the code stays.

-- A class whose only course gets a code that nobody has is renamed, with its lecturers, topics, lectures and seats. A course that
-- leaves its class for another one keeps nothing there: one by which lecturers, topics or lectures were said stays.
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
    -- Whoever registers for the class, or says who teaches it, waits.
    perform from portal.course_class k where k._id = old.class for update;
    if not exists (select from portal.course c where c.class = old.class and c._id <> old._id)
      and not exists (select from portal.course_class k where k.session = new.session and k.code = new.code) then
      update portal.course_class k set code = new.code, version = k.version + 1, "updatedAt" = now() where k._id = old.class;
      return new;
    end if;
    if exists (select from portal.course_allocation a where a.course = old._id)
      or exists (select from portal.topic t where t.course = old._id)
      or exists (select from portal.contact t where t.course = old._id)
      or exists (select from portal.exam_permit e where e.course = old._id) then
      raise exception 'a course that is taught keeps its code' using errcode = '23514', constraint = 'course_taught', table = 'course';
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
