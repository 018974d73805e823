-- A window for one level, one programme or both: whoever it names registers in it, and not in that of everybody.
alter table portal.registration_window
  add column level smallint constraint registration_window_level check (level between 100 and 900 and level % 100 = 0),
  add column programme uuid constraint registration_window_programme references portal.programme,
  drop constraint registration_window_apart,
  add constraint registration_window_apart exclude using gist (session with =, semester with =, coalesce(level, 0) with =,
    coalesce(programme, '00000000-0000-0000-0000-000000000000') with =, daterange(start, "end", '[]') with &&);
create index registration_window_of_programme on portal.registration_window (programme, start, _id);
