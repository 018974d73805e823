-- How many examinations a day are too many is a rule of the timetable of examinations, which keeps it where it stands.
alter table portal.teaching_semester drop column papers;
