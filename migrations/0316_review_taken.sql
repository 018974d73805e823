-- Whose work an application is at the desk; null while it is everybody's.
alter table portal.review
  add column takenby uuid constraint review_takenby references portal.staff;
create index review_of_taker on portal.review (takenby, "createdAt", _id);
