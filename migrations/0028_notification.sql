-- What the college tells its applicants: on the portal and by e-mail, whom it is for, and who has got it.

create table portal.notification (
  _id uuid primary key,
  title text not null constraint notification_title check (char_length(title) between 2 and 120),
  -- Plain text. Whatever stands in it is shown as text.
  post text not null constraint notification_post check (char_length(post) between 2 and 4000),
  channel text not null constraint notification_channel check (channel in ('Portal and e-mail', 'Portal', 'E-mail')),
  -- Whom it is for; notification.audience.contract.ts says what each means.
  audience text not null,
  session uuid constraint notification_session references portal.session,
  -- Narrowed to these; empty for every programme.
  programmes uuid[] not null default '{}',
  -- Of the desk; for an audience by stage.
  stages text[] not null default '{}',
  person uuid constraint notification_person references portal.applicant,
  -- How far the right of its author reached; null for everywhere.
  departments uuid[],
  -- The same in words, as it was when it was written.
  towhom text not null,
  -- How many people its author saw and typed.
  counted integer not null constraint notification_counted check (counted > 0),
  state text not null default 'Waiting',
  -- Not before this.
  "sendAt" timestamptz not null default now(),
  -- Everybody up to this one has been looked at.
  reached uuid,
  -- How many have got it.
  people integer not null default 0 constraint notification_people check (people >= 0),
  madeby uuid not null constraint notification_madeby references portal.staff,
  "endedAt" timestamptz,
  recalledby uuid constraint notification_recalledby references portal.staff,
  -- Why.
  recalled text constraint notification_recalled_length check (char_length(recalled) between 2 and 500),
  "recalledAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || title || ' ' || post)) stored,
  constraint notification_state check (state in ('Waiting', 'Sending', 'Sent', 'Recalled')),
  constraint notification_recall check (
    (state = 'Recalled') = (num_nulls(recalledby, recalled, "recalledAt") = 0)
    and num_nulls(recalledby, recalled, "recalledAt") in (0, 3)
  )
);
create index notification_by_createdat on portal.notification ("createdAt", _id);
create index notification_by_state on portal.notification (state, "createdAt", _id);
create index notification_of_madeby on portal.notification (madeby, "createdAt", _id);
create index notification_of_session on portal.notification (session, "createdAt", _id);
create index notification_search on portal.notification using gin (search gin_trgm_ops);

-- notification.states.contract.ts holds the same steps.
create function portal.guard_notification() returns trigger language plpgsql as $$
begin
  if (new._id, new.title, new.post, new.channel, new.audience, new.session, new.programmes, new.stages, new.person,
      new.departments, new.counted, new.madeby, new."sendAt", new."createdAt")
    is distinct from
     (old._id, old.title, old.post, old.channel, old.audience, old.session, old.programmes, old.stages, old.person,
      old.departments, old.counted, old.madeby, old."sendAt", old."createdAt") then
    raise exception 'what was written, and to whom, does not change';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('Waiting', 'Sending'), ('Waiting', 'Sent'), ('Sending', 'Sent'),
    ('Waiting', 'Recalled'), ('Sending', 'Recalled'), ('Sent', 'Recalled')) then
    raise exception 'a notification does not go from % to %', old.state, new.state using constraint = 'notification_step';
  end if;
  return new;
end $$;
create trigger notification_guard before update on portal.notification
  for each row execute function portal.guard_notification();
create trigger notification_kept before delete or truncate on portal.notification
  for each statement execute function portal.refuse_change();

-- Who has got it, each once: whoever works through an audience twice finds that they have.
create table portal.notification_recipient (
  notification uuid not null constraint notification_recipient_of references portal.notification,
  applicant uuid not null constraint notification_recipient_applicant references portal.applicant on delete cascade,
  -- The mail that was written with it; null where it goes to the portal only.
  mail uuid,
  -- When its reader had it on the screen.
  "readAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint notification_recipient_once primary key (notification, applicant)
);
create index notification_recipient_own on portal.notification_recipient (applicant, "createdAt" desc);
create index notification_recipient_unread on portal.notification_recipient (applicant) where "readAt" is null;
