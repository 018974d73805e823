-- The list of graduates for NYSC leaves as the others do.
alter table portal.outgoing_list drop constraint outgoing_list_kind;
alter table portal.outgoing_list add constraint outgoing_list_kind check (
  kind in ('National Matriculation List', 'Class list', 'Enrolment', 'NELFUND list', 'NYSC list'));
