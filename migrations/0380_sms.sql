-- Texts to phones, which go beside mails: what was written, what became of it, and what a day has cost.

create table portal.outgoing_sms (
  _id uuid primary key,
  applicant uuid not null references portal.applicant (_id) on delete cascade,
  recipient text not null,
  kind text not null check (kind in ('Code', 'Payment', 'Offer', 'Last day', 'Document', 'Reminder')),
  -- Dropped once it is settled: it may hold a code.
  body text,
  pieces integer not null check (pieces > 0),
  -- What was taken of its day's ceiling for it.
  cost_kobo bigint not null default 0 check (cost_kobo >= 0),
  state text not null default 'Waiting' constraint outgoing_sms_state
    check (state in ('Waiting', 'Sending', 'Sent', 'Delivered', 'Not delivered', 'Unknown', 'Failed', 'Over the ceiling')),
  attempts integer not null default 0,
  trouble text,
  "createdAt" timestamptz not null default now(),
  "askedAt" timestamptz,
  "sentAt" timestamptz,
  "endedAt" timestamptz,
  -- When the gateway is asked next what became of it; null where nothing is to be asked.
  "followAt" timestamptz,
  search text not null generated always as (lower(' ' || recipient || ' ' || kind)) stored
);
create index outgoing_sms_applicant on portal.outgoing_sms (applicant, "createdAt");
create index outgoing_sms_by_recipient on portal.outgoing_sms (recipient, "createdAt", _id);
create index outgoing_sms_by_kind on portal.outgoing_sms (kind, "createdAt", _id);
create index outgoing_sms_by_createdat on portal.outgoing_sms ("createdAt", _id);
create index outgoing_sms_by_state on portal.outgoing_sms (state, "createdAt", _id);
create index outgoing_sms_search on portal.outgoing_sms using gin (search gin_trgm_ops);
create index outgoing_sms_held on portal.outgoing_sms ("endedAt") where state = 'Over the ceiling';
create index outgoing_sms_follow on portal.outgoing_sms ("followAt") where "followAt" is not null;

-- A day in Lagos: what its texts have cost, and when the office was told that the ceiling held some back.
create table portal.sms_day (
  day date primary key,
  spent_kobo bigint not null default 0 check (spent_kobo >= 0),
  "toldAt" timestamptz
);

-- How long texts other than codes rest: none goes out between 21:00 and 07:00 in Lagos.
create function portal.sms_rest(at timestamptz) returns interval language sql stable as $$
  select case
    when local::time < time '07:00' then time '07:00' - local::time
    when local::time >= time '21:00' then interval '31 hours' - (local::time - time '00:00')
    else interval '0' end
  from (select at at time zone 'Africa/Lagos' as local) here
$$;

-- Who wants no texts.
create table portal.sms_stop (
  applicant uuid primary key references portal.applicant (_id) on delete cascade,
  "createdAt" timestamptz not null default now()
);
