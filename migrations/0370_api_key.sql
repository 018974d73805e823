-- Keys by which programs of other systems read. One person proposes, another approves; the secret itself is stored nowhere.
create table portal.api_key (
  _id uuid primary key,
  name text not null check (char_length(name) between 2 and 80),
  scopes text[] not null check (cardinality(scopes) > 0),
  "endsOn" date not null,
  perminute integer not null check (perminute between 1 and 600),
  networks inet[],
  reason text not null,
  state text not null default 'Proposed' check (state in ('Proposed', 'Approved', 'Declined', 'Withdrawn', 'Revoked')),
  secret bytea,
  prefix text,
  last4 text,
  "secretAt" timestamptz,
  oldsecret bytea,
  "oldEndsAt" timestamptz,
  proposedby uuid not null references portal.staff,
  "createdAt" timestamptz not null default now(),
  decidedby uuid references portal.staff,
  "decidedAt" timestamptz,
  decision text,
  version integer not null default 1,
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(prefix, '') || ' ' || coalesce(last4, ''))) stored,
  constraint api_key_a_year_at_most check ("endsOn" <= ("createdAt" at time zone 'Africa/Lagos')::date + 366),
  constraint api_key_two_people check (state <> 'Approved' or decidedby is not null and decidedby <> proposedby),
  constraint api_key_secret_when_approved check (secret is null or state in ('Approved', 'Revoked')),
  constraint api_key_secret_whole check (num_nulls(secret, prefix, last4, "secretAt") in (0, 4)),
  constraint api_key_old_secret_whole check (num_nulls(oldsecret, "oldEndsAt") in (0, 2))
);
create unique index api_key_name on portal.api_key (lower(name)) where state in ('Proposed', 'Approved');
create unique index api_key_secret on portal.api_key (secret);
create unique index api_key_oldsecret on portal.api_key (oldsecret);
create index api_key_by_createdat on portal.api_key ("createdAt", _id);
create index api_key_by_name on portal.api_key (name, _id);
create index api_key_search on portal.api_key using gin (search gin_trgm_ops);

create function portal.guard_api_key() returns trigger language plpgsql as $$
begin
  if (new.name, new.scopes, new."endsOn", new.perminute, new.networks, new.reason, new.proposedby, new."createdAt")
    is distinct from
     (old.name, old.scopes, old."endsOn", old.perminute, old.networks, old.reason, old.proposedby, old."createdAt") then
    raise exception 'an API key stays what was approved';
  end if;
  if not (old.state = new.state or old.state = 'Proposed' and new.state in ('Approved', 'Declined', 'Withdrawn')
    or old.state = 'Approved' and new.state = 'Revoked') then
    raise exception 'an API key does not go from % to %', old.state, new.state;
  end if;
  return new;
end $$;
create trigger api_key_guard before update on portal.api_key for each row execute function portal.guard_api_key();

-- How often each key was used for what, by the day in Lagos.
create table portal.api_key_use (
  key uuid not null references portal.api_key,
  day date not null,
  scope text not null,
  answered integer not null default 0,
  refused integer not null default 0,
  "lastAt" timestamptz not null,
  primary key (key, day, scope)
);

create view portal.api_key_line as
  select k._id, k.name, k.scopes, k."endsOn", k.perminute, array_to_string(k.networks, ', ') as networks, k.reason,
    case when k.state <> 'Approved' then k.state
      when k."endsOn" < (now() at time zone 'Africa/Lagos')::date then 'Ended'
      when k.secret is null then 'Without secret'
      else 'In force' end as state,
    k.prefix || '…' || k.last4 as shown, k."secretAt", case when k."oldEndsAt" > now() then k."oldEndsAt" end as "oldEndsAt",
    used."lastAt" as "usedAt", used.answered, used.refused,
    k.proposedby, k."createdAt", k.decidedby, k."decidedAt", k.decision, k.search
  from portal.api_key k
  left join lateral (select max(u."lastAt") as "lastAt", coalesce(sum(u.answered), 0) as answered, coalesce(sum(u.refused), 0) as refused
    from portal.api_key_use u where u.key = k._id) used on true;
