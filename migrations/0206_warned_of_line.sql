-- A warning names the line below which one is barred, and holds for that line: of a higher one nobody was told yet.

alter table portal.attendance_warning add column line smallint not null
  default 75 constraint attendance_warning_line check (line between 0 and 100);
update portal.attendance_warning w set line = (s.value #>> '{}')::smallint from portal.setting s where s.name = 'attendanceLine';
alter table portal.attendance_warning alter column line drop default;
