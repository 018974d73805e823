-- The backup of each night writes a row, so that a night without one is noticed.
create table portal.base_backup (
  at timestamptz primary key default now()
);
