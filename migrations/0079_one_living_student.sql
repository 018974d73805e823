-- One JAMB number is one living student's, also where the record has no account yet.
create unique index student_living_jamb on portal.student (jamb)
  where jamb is not null and status in ('Active', 'Deferred', 'Suspended', 'Rusticated');
