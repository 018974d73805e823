-- Papers have the first name first, lists the surname. A sheet of before has its one name alone, as it was printed.
alter table portal.certificate add column fullname text;
