-- What a course is in a programme is asked for each mark of a record: of its own courses, and of those that are everybody's.
create index course_of_programme_by_code on portal.course (programme, code);
create index course_general_by_code on portal.course (code) where general;
