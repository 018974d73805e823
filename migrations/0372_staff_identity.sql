-- A sign-in by another account whose provider asked for a second factor itself, by the methods that the configuration accepts.
alter table portal.staff_session add column vouched boolean not null default false;
