-- JAMB's answers come by the thousand, and each is looked up by its number in every list that left.
create index outgoing_list_line_by_jamb on portal.outgoing_list_line (jamb) where student is not null;
