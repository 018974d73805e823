-- A student's record is corrected before anybody signs in for it, too: then nobody's account is in the correction.
alter table portal.record_correction alter column applicant drop not null;
alter table portal.record_correction add constraint record_correction_of_account check (applicant is not null or askedby is not null);
