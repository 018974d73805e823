-- An applicant who gives an offer up frees a place: other systems hear of it as of one that lapsed or was recalled.
insert into portal.event_source (deed, state, kind, each, shown) values
  ('departure.decline', null, 'offer.declined', null, '{}'),
  ('departure.defer', null, 'offer.deferred', null, '{}');
