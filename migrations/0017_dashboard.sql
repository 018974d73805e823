-- What the office's dashboard counts: the last 24 hours of each, without reading the rest.
create index applicant_by_verifiedat on portal.applicant ("verifiedAt") where "verifiedAt" is not null;
create index payment_reference_paid on portal.payment_reference (session, "verifiedAt")
  where purpose = 'application' and state = 'PAID' and surplus is null;
create index application_of_session on portal.application (session, "createdAt");
create index offer_of_session on portal.offer (session, "releasedAt");
create index acceptance_of_session on portal.acceptance (session, "createdAt");
