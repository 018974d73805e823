-- One number of NERD is one, however its figures are parted: "NERD 77" and "NERD-77" are the same proof.
drop index portal.project_nerd;
create unique index project_nerd on portal.project (regexp_replace(lower(nerd), '[^a-z0-9]', '', 'g'));
