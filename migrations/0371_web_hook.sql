-- Events for other systems: written in the transaction of the deed that they tell of, since each comes of a line of the audit.

-- Which line of the audit is which event: by its deed, and where one deed has several ends by the state it led to. A line over many
-- things has an event for each, of the noun and by the key in `each`. `shown` names what of the line the event tells beside the _id.
create table portal.event_source (
  deed text not null,
  state text,
  kind text not null,
  each text,
  shown text[] not null default '{}',
  unique nulls not distinct (deed, state)
);
insert into portal.event_source (deed, state, kind, each, shown) values
  ('account.register', null, 'applicant.registered', null, '{}'),
  ('application.submit', null, 'application.submitted', null, '{code}'),
  ('application.refuse', null, 'application.refused', null, '{}'),
  ('payment.step', 'PAID', 'payment.verified', null, '{state}'),
  ('payment.step', 'REVERSED', 'payment.reversed', null, '{state}'),
  ('offer.release', null, 'offer.released', null, '{kind,due}'),
  ('acceptance.accept', null, 'offer.accepted', null, '{payment,paidOn}'),
  ('offer.lapse', null, 'offer.lapsed', 'application', '{}'),
  ('offer.recall', null, 'offer.recalled', null, '{}'),
  ('hand-over.make', null, 'student.handed-over', null, '{student,matric}'),
  ('matriculation.give', null, 'student.matriculated', null, '{matric}'),
  ('student.status', null, 'student.status-changed', null, '{status}'),
  ('student.status-undone', null, 'student.status-changed', null, '{status}'),
  ('publication.out', null, 'results.published', null, '{}');

create table portal.web_hook (
  _id uuid primary key,
  name text not null check (char_length(name) between 2 and 80),
  url text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  status boolean not null default true,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  -- Sealed under PORTAL_SECRET.
  secret bytea,
  "secretAt" timestamptz,
  oldsecret bytea,
  "oldEndsAt" timestamptz,
  standing text not null default 'New' check (standing in ('New', 'Working', 'Not answering', 'Stopped')),
  failures integer not null default 0,
  failingsince timestamptz,
  "toldAt" timestamptz,
  "nextAt" timestamptz,
  "deliveredAt" timestamptz,
  search text not null generated always as (lower(' ' || name || ' ' || url)) stored,
  constraint web_hook_secret_whole check ((secret is null) = ("secretAt" is null)),
  constraint web_hook_old_secret_whole check ((oldsecret is null) = ("oldEndsAt" is null)),
  constraint web_hook_failing_since check ((standing in ('Not answering', 'Stopped')) <= (failingsince is not null))
);
create unique index web_hook_name on portal.web_hook (lower(name));
create index web_hook_by_name on portal.web_hook (name, _id);
create index web_hook_by_createdat on portal.web_hook ("createdAt", _id);
create index web_hook_search on portal.web_hook using gin (search gin_trgm_ops);

-- `place` is the order of events about one thing: deeds on it wait for each other's lock, and the line of the audit is written last.
create table portal.web_event (
  _id uuid primary key default gen_random_uuid(),
  place bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  at timestamptz not null,
  data jsonb not null
);
create index web_event_by_at on portal.web_event (at);

create table portal.web_delivery (
  _id uuid primary key default gen_random_uuid(),
  hook uuid not null references portal.web_hook,
  event uuid not null references portal.web_event,
  place bigint not null,
  kind text not null,
  subject text not null,
  "createdAt" timestamptz not null default now(),
  state text not null default 'Waiting' check (state in ('Waiting', 'Delivered', 'Set aside')),
  attempts integer not null default 0,
  "nextAt" timestamptz,
  "failedAt" timestamptz,
  "lastAt" timestamptz,
  answered integer,
  took integer,
  answer text,
  trouble text,
  "deliveredAt" timestamptz,
  search text not null generated always as (lower(' ' || kind || ' ' || subject)) stored,
  constraint web_delivery_once unique (hook, event),
  constraint web_delivery_delivered check (state <> 'Delivered' or "deliveredAt" is not null)
);
create index web_delivery_due on portal.web_delivery (hook, attempts, place) where state = 'Waiting';
create index web_delivery_in_order on portal.web_delivery (hook, subject, place) where state = 'Waiting';
create index web_delivery_by_createdat on portal.web_delivery ("createdAt", _id);
create index web_delivery_of_hook on portal.web_delivery (hook, "createdAt", _id);
create index web_delivery_of_event on portal.web_delivery (event);
create index web_delivery_search on portal.web_delivery using gin (search gin_trgm_ops);

-- A paused or stopped receiver's events are kept for it; only who is listened for is woken.
create function portal.keep_events() returns trigger language plpgsql as $$
declare woken uuid;
begin
  if not exists (select from portal.web_hook) then return null; end if;
  for woken in
    with told as (
      select s.kind, a.at, a._id, one.subject, one.nth,
        jsonb_build_object('noun', split_part(one.subject, ':', 1), '_id', split_part(one.subject, ':', 2))
          || coalesce((select jsonb_object_agg(f.key, f.value) from jsonb_each(case when jsonb_typeof(a.after) = 'object' then a.after end) f
            where f.key = any(s.shown) and jsonb_typeof(f.value) in ('string', 'number', 'boolean')), '{}') as data
      from added a
      join portal.event_source s on s.deed = a.deed and (s.state is null or s.state = a.after ->> 'state')
      cross join lateral (
        select a.subject, 0::bigint as nth where s.each is null
        union all
        select s.each || ':' || (line.value ->> s.each), line.nth
        from jsonb_array_elements(case when jsonb_typeof(a.after) = 'array' then a.after else '[]' end) with ordinality line(value, nth)
        where s.each is not null) one
      where exists (select from portal.web_hook h where s.kind = any(h.kinds))
      order by a.at, a._id, one.nth
    ), kept as (
      insert into portal.web_event (kind, subject, at, data) select kind, subject, at, data from told order by at, _id, nth
      returning _id, place, kind, subject
    ), sent as (
      insert into portal.web_delivery (hook, event, place, kind, subject)
      select h._id, k._id, k.place, k.kind, k.subject from kept k join portal.web_hook h on k.kind = any(h.kinds)
      returning hook
    )
    select distinct s.hook from sent s join portal.web_hook h on h._id = s.hook and h.status and h.standing <> 'Stopped'
  loop
    perform graphile_worker.add_job('deliver-web-events', payload := json_build_object('hook', woken),
      queue_name := 'web-hook ' || woken, max_attempts := 25);
  end loop;
  return null;
end $$;
create trigger audit_events after insert on portal.audit referencing new table as added
  for each statement execute function portal.keep_events();
