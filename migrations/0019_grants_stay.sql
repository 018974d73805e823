-- A page that somebody has is not deleted under their feet: whoever deletes it takes it away first, and the audit says so.
alter table portal.group_permission
  drop constraint group_permission_page,
  add constraint group_permission_page foreign key (page) references portal.page;
alter table portal.user_permission
  drop constraint user_permission_page,
  add constraint user_permission_page foreign key (page) references portal.page;
