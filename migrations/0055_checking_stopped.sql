-- A file that was taken up by mistake is laid down again.

alter table portal.review_edge disable trigger review_edge_fixed;
insert into portal.review_edge (fromstate, tostate) values ('Checking', 'Submitted');
alter table portal.review_edge enable trigger review_edge_fixed;
