-- Whoever is signed in sees where, and ends what is not theirs.
alter table portal.sign_in add column _id uuid not null default gen_random_uuid() constraint sign_in_id unique;
-- Where it was opened; empty where nobody wrote it down yet.
alter table portal.sign_in add column address text not null default '';
-- The browser, as it names itself.
alter table portal.sign_in add column agent text not null default '';
