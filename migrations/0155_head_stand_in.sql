-- Whoever acts for a head stands beside the head for some days: of each there is one at a time.

alter table portal.head_assignment drop constraint head_assignment_one;
alter table portal.head_assignment
  add constraint head_assignment_one exclude using gist (department with =, daterange(start, "end", '[]') with &&) where (not acting),
  add constraint head_assignment_one_acting exclude using gist (department with =, daterange(start, "end", '[]') with &&) where (acting);
