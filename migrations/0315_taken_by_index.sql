-- Which codes a registration has, and whether they count, is read from the index alone: records ask it of every semester of a student.
drop index portal.course_registration_line_once;
create unique index course_registration_line_once on portal.course_registration_line (registration, code)
  include ("approvedAt") where "droppedAt" is null;
