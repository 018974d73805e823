-- Words that stand on the public page of what works, and perhaps nowhere else.
alter table portal.banner drop constraint banner_places;
alter table portal.banner add constraint banner_places check (
  places <@ array['Before sign-in', 'Applicants', 'Students', 'Staff', 'Status page'] and cardinality(places) > 0
);
