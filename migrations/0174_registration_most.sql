-- What cannot be known afterwards, when the programme or its limit is another: the most units that a registration was judged by.
alter table portal.course_registration
  -- When it was sent; null where a permit let the student above it, and of what was sent before this was kept.
  add column most smallint,
  add constraint course_registration_within_most check (units <= most);
