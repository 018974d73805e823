-- Whoever is asked for a document is reminded once, the day before the last day. The guard leaves it alone: what was asked for
-- does not change by it.

alter table portal.document_request add column "remindedAt" timestamptz;
