-- What the grid and the signed spreadsheet of a sheet ask for.

-- The second typing is counted by itself: whoever types it is not held up by a correction of the first.
alter table portal.score add column version2 integer not null default 0, add column "typed2At" timestamptz;

-- By which write of the sheet: a spreadsheet that was made before it is held against what stood then.
alter table portal.score_change add column marksversion integer not null default 0;
create trigger student_unmerged after insert on portal.score_change referencing new table as added
  for each statement execute function portal.require_unmerged();
