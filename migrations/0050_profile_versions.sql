-- Parents, guardians and A-Level results are changed in place: the version that an author has seen, as sittings have it.
alter table portal.referee add column version integer not null default 1;
alter table portal.alevel_result add column version integer not null default 1;
