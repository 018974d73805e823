-- The public halves of the keys that papers were sealed with, so that what an earlier secret sealed can still be checked at a gate.
create table portal.paper_key (
  -- Eight signs of the key's own hash: what stands on a paper.
  _id text primary key constraint paper_key_id check (_id ~ '^[0-9a-f]{8}$'),
  -- Ed25519, 32 bytes in base64url. RFC 8037.
  x text not null constraint paper_key_x check (x ~ '^[\w-]{43}$'),
  "createdAt" timestamptz not null default now(),
  -- Set where its secret is known to others: what it sealed is checked over the network alone from then on.
  "withdrawnAt" timestamptz
);
