-- A code that came by text shows that a phone is somebody's, and not that the mailbox is.
alter table portal.verification add column phone boolean not null default false;
alter table portal.applicant add column mailproven boolean not null default true;
comment on column portal.applicant.mailproven is
  'False while only a phone''s code has verified the account: whoever comes with the mailbox then takes it over.';
