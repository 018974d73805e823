-- What is asked of each applicant, or at each file that goes, reads no table that grows with the applicants as a whole.
-- The notice that somebody accepted is read with the account, and goes with it.
create index privacy_acceptance_of on portal.privacy_acceptance (applicant, "acceptedAt" desc);
-- Before a file goes, PostgreSQL looks for whoever still names it.
create index applicant_photo on portal.applicant (photo) where photo is not null;
create index document_arrival_file on portal.document_arrival (file);
create index document_request_file on portal.document_request (file) where file is not null;
-- Every night the accounts that nobody verified are looked for.
create index applicant_unverified on portal.applicant ("createdAt") where "verifiedAt" is null;
