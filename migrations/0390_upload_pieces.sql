-- A file that arrives in pieces, over a line that breaks. It is no stored file until all of it is there and judged.
create table portal.upload_session (
  _id uuid primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  kind text not null constraint upload_session_kind check (kind in ('photo', 'document')),
  -- Specification 5.
  bytes integer not null constraint upload_session_bytes check (bytes between 1 and 2097152),
  sha256 bytea not null constraint upload_session_sha256 check (octet_length(sha256) = 32),
  -- Bytes of every piece but the last.
  piece integer not null constraint upload_session_piece check (piece between 1024 and 1048576),
  "createdAt" timestamptz not null default now(),
  "finishedAt" timestamptz,
  -- The stored file that it became.
  newname text,
  constraint upload_session_finished check (("finishedAt" is null) = (newname is null))
);
-- The same file begun again goes on where it was.
create unique index upload_session_once on portal.upload_session (applicant, kind, sha256) where "finishedAt" is null;
create index upload_session_age on portal.upload_session ("createdAt");

create table portal.upload_piece (
  session uuid not null constraint upload_piece_session references portal.upload_session on delete cascade,
  place smallint not null constraint upload_piece_place check (place >= 0),
  content bytea not null,
  constraint upload_piece_once primary key (session, place)
);
