-- What one has sent in pieces, for a copy of one's data and for an erasure; the unique index knows the unfinished alone.
create index upload_session_of on portal.upload_session (applicant);
