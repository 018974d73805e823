-- What was taken back of a student is few rows among many: the dashboard looks for it beside everybody who has the award.
create index course_result_recalled on portal.course_result (student, "recalledAt") where "recalledAt" is not null;
