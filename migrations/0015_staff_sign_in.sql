-- A second factor that was begun: it counts once its owner has shown a code of it.
alter table portal.staff_account add column pendingfactor bytea;
alter table portal.staff_account add column "pendingAt" timestamptz;
