-- Up to which version of JAMB's row the account of who claimed it was told: a newer list is told to it as well.
alter table portal.jamb_claim add told integer not null default 0;
