-- The first lecturer of a class is in charge of it unless something else is said, however many are added at once.

create or replace function portal.place_course_allocation() returns trigger language plpgsql as $$
begin
  select c.class, c.session into new.class, new.session from portal.course c where c._id = new.course;
  if new.incharge is null then
    if tg_op = 'UPDATE' then
      new.incharge := old.incharge;
    else
      perform from portal.course_class c where c._id = new.class for no key update;
      new.incharge := not exists (select from portal.course_allocation a where a.class = new.class and a.incharge);
    end if;
  end if;
  return new;
end $$;
drop trigger course_allocation_placed on portal.course_allocation;
create trigger course_allocation_placed before insert or update of course, incharge on portal.course_allocation
  for each row execute function portal.place_course_allocation();
