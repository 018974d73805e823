-- Releases of offers and refusals by two people at a set minute, the letter's own paragraphs, recalls, and the seats that
-- offers hold.

-- Seats. An offer holds one until it is freed; the counter breaks its constraint whoever makes the offer.
alter table portal.intake
  -- Offers that hold a seat.
  add column taken integer not null default 0 constraint intake_taken check (taken >= 0),
  -- Of them, those over the seats: accepted in time by a payment that was heard of after the seat had been given on.
  add column beyond integer not null default 0 constraint intake_beyond check (beyond >= 0);

-- What an offer becomes, kept in its own row so that a list finds it.
alter table portal.offer
  add column code text,
  add column name text,
  add column jamb text,
  add column accepted boolean not null default false,
  add column reminders smallint not null default 0,
  -- When the seat of a lapsed offer was given on.
  add column "freedAt" timestamptz,
  -- By which list, with which version of the letter; null for those released one by one, and for the usual letter.
  add column release uuid,
  add column letter uuid;
alter table portal.offer disable trigger offer_guard;
update portal.offer o set
  code = v.code, name = v.name, jamb = v.jamb,
  accepted = exists (select from portal.acceptance a where a.application = o.application),
  reminders = (select count(*) from portal.offer_reminder r where r.offer = o.application)
from portal.review v where v._id = o.application;
alter table portal.offer enable trigger offer_guard;
alter table portal.offer
  alter column code set not null,
  alter column name set not null,
  alter column jamb set not null,
  add column standing text not null generated always as (
    case when accepted then 'Accepted' when "freedAt" is not null then 'Freed' when "lapsedAt" is not null then 'Lapsed'
      else 'Waiting' end
  ) stored,
  add column search text not null generated always as (lower(' ' || code || ' ' || name || ' ' || jamb)) stored,
  add constraint offer_freed check ("freedAt" is null or ("lapsedAt" is not null and not accepted));
create index offer_search on portal.offer using gin (search gin_trgm_ops);
create index offer_by_time on portal.offer ("releasedAt", application);
create index offer_by_due on portal.offer (due, application);
create index offer_by_name on portal.offer (name, application);
create index offer_by_standing on portal.offer (standing, "releasedAt", application);
create index offer_of_programme on portal.offer (programme, "releasedAt", application);
drop index portal.offer_of_session;
create index offer_of_session on portal.offer (session, "releasedAt", application);
create index offer_of_release on portal.offer (release) where release is not null;

update portal.intake i set
  taken = held.count,
  beyond = greatest(0, held.count - coalesce(i.seats, held.count))
from (select session, programme, count(*)::int as count from portal.offer group by session, programme) held
where held.session = i.session and held.programme = i.programme;
-- Without seats said nothing is held against them.
alter table portal.intake add constraint intake_within_seats check (taken - beyond <= seats);

create function portal.count_intake() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.session, new.programme) is distinct from (old.session, old.programme) then
    -- An offer for a programme that has no intake yet, made in this moment, waits for this one, or this one for it.
    perform pg_advisory_xact_lock(hashtext('intake ' || new.session || new.programme));
    new.taken := (select count(*) from portal.offer
      where session = new.session and programme = new.programme and "freedAt" is null);
    new.beyond := 0;
  end if;
  -- Never more than lie over the seats: a seat that becomes free is theirs first.
  new.beyond := greatest(0, least(new.beyond, new.taken - coalesce(new.seats, new.taken)));
  return new;
end $$;
create trigger intake_counted before insert or update on portal.intake
  for each row execute function portal.count_intake();

create function portal.hold_seat() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op <> 'INSERT' and old."freedAt" is null then 1 else 0 end;
  is_now integer := case when tg_op <> 'DELETE' and new."freedAt" is null then 1 else 0 end;
  place record;
begin
  if was = is_now then
    return null;
  end if;
  place := case when tg_op = 'DELETE' then old else new end;
  for attempt in 1..2 loop
    update portal.intake set
      taken = taken + is_now - was,
      -- An acceptance takes a seat back that was given on, and stands even when there is none.
      beyond = beyond + case when is_now = 1 and place.accepted and taken + 1 - beyond > seats then 1 else 0 end
    where session = place.session and programme = place.programme;
    exit when found;
    perform pg_advisory_xact_lock(hashtext('intake ' || place.session || place.programme));
  end loop;
  return null;
end $$;
create trigger offer_seat after insert or update or delete on portal.offer
  for each row execute function portal.hold_seat();

-- The college's own paragraphs of the admission letter, version by version.
create table portal.letter_template (
  _id uuid primary key,
  -- From 1.
  number integer not null constraint letter_template_number unique,
  title text not null generated always as ('Version ' || number::text) stored,
  opening text constraint letter_template_opening check (char_length(opening) between 2 and 600),
  conditions text constraint letter_template_conditions check (char_length(conditions) between 2 and 600),
  closing text constraint letter_template_closing check (char_length(closing) between 2 and 600),
  -- What is new in it, for the office.
  note text not null constraint letter_template_note check (char_length(note) between 2 and 200),
  madeby uuid not null constraint letter_template_madeby references portal.staff,
  -- The one that new lists begin with.
  inforce boolean not null default false,
  approvedby uuid constraint letter_template_approvedby references portal.staff,
  "approvedAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint letter_template_words check (num_nonnulls(opening, conditions, closing) > 0),
  constraint letter_template_two_people check (approvedby <> madeby),
  constraint letter_template_approved check ((approvedby is null) = ("approvedAt" is null) and (not inforce or approvedby is not null))
);
create unique index letter_template_in_force on portal.letter_template (inforce) where inforce;
create index letter_template_by_time on portal.letter_template ("createdAt", _id);
create function portal.guard_letter_template() returns trigger language plpgsql as $$
begin
  if (new._id, new.number, new.opening, new.conditions, new.closing, new.note, new.madeby, new."createdAt")
    is distinct from
     (old._id, old.number, old.opening, old.conditions, old.closing, old.note, old.madeby, old."createdAt") then
    raise exception 'a version of the letter does not change';
  end if;
  return new;
end $$;
create trigger letter_template_guard before update on portal.letter_template
  for each row execute function portal.guard_letter_template();
create trigger letter_template_kept before delete or truncate on portal.letter_template
  for each statement execute function portal.refuse_change();

-- Every step that a release may take; release.states.contract.ts holds the same list.
create table portal.release_edge (
  fromstate text not null,
  tostate text not null,
  primary key (fromstate, tostate)
);
insert into portal.release_edge (fromstate, tostate) values
  ('Draft', 'Proposed'),
  ('Draft', 'Withdrawn'),
  ('Proposed', 'Draft'),
  ('Proposed', 'Approved'),
  ('Proposed', 'Withdrawn'),
  ('Approved', 'Draft'),
  ('Approved', 'Withdrawn'),
  ('Approved', 'Releasing'),
  ('Releasing', 'Released'),
  ('Released', 'Recalled');
create trigger release_edge_fixed before insert or update or delete or truncate on portal.release_edge
  for each statement execute function portal.refuse_change();

-- A list of offers or of refusals on its way out.
create table portal.release (
  _id uuid primary key,
  title text not null constraint release_title check (char_length(title) between 2 and 120),
  kind text not null constraint release_kind check (kind in ('Offers', 'Refusals')),
  session uuid not null constraint release_session references portal.session,
  -- The frozen merit list that it was made from.
  run uuid constraint release_run references portal.merit_run,
  state text not null default 'Draft' constraint release_state check (
    state in ('Draft', 'Proposed', 'Approved', 'Releasing', 'Released', 'Withdrawn', 'Recalled')
  ),
  letter uuid constraint release_letter references portal.letter_template,
  -- From the release to the last day of acceptance: the letter promises two weeks. Specification 9.
  duedays smallint constraint release_duedays check (duedays between 14 and 90),
  -- When it goes out, by the clock of the database.
  minute timestamptz,
  note text constraint release_note check (char_length(note) between 2 and 500),
  madeby uuid not null constraint release_madeby references portal.staff,
  proposedby uuid constraint release_proposedby references portal.staff,
  "proposedAt" timestamptz,
  approvedby uuid constraint release_approvedby references portal.staff,
  "approvedAt" timestamptz,
  "releasedAt" timestamptz,
  -- How many lines, and of them how many are out, held back and recalled.
  lines integer not null default 0,
  out integer not null default 0,
  held integer not null default 0,
  recalled integer not null default 0,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || title)) stored,
  constraint release_two_people check (approvedby <> proposedby),
  constraint release_proposed check (
    state in ('Draft', 'Withdrawn') or (proposedby is not null and "proposedAt" is not null and minute is not null
      and (kind = 'Refusals' or duedays is not null))
  ),
  constraint release_approved check (
    state in ('Draft', 'Proposed', 'Withdrawn') or (approvedby is not null and "approvedAt" is not null)
  )
);
create index release_search on portal.release using gin (search gin_trgm_ops);
create index release_by_time on portal.release ("createdAt", _id);
create index release_by_state on portal.release (state, "createdAt", _id);
create index release_by_kind on portal.release (kind, "createdAt", _id);
create index release_of_session on portal.release (session, "createdAt", _id);
create index release_due on portal.release (minute) where state in ('Approved', 'Releasing');

create function portal.guard_release() returns trigger language plpgsql as $$
begin
  if (new._id, new.kind, new.session, new.run, new.madeby, new."createdAt")
    is distinct from (old._id, old.kind, old.session, old.run, old.madeby, old."createdAt") then
    raise exception 'a release stays what it was made as';
  end if;
  if old.state not in ('Draft', 'Proposed') and new.state <> 'Draft'
    and (new.title, new.letter, new.duedays, new.minute, new.note, new.proposedby, new."proposedAt")
      is distinct from (old.title, old.letter, old.duedays, old.minute, old.note, old.proposedby, old."proposedAt") then
    raise exception 'what was approved goes out as it was approved';
  end if;
  if new.state <> old.state and not exists (
    select from portal.release_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a release does not go from % to %', old.state, new.state using constraint = 'release_step';
  end if;
  if new.state = 'Releasing' and old.state = 'Approved' and now() < new.minute then
    raise exception 'a release does not go out before its minute' using constraint = 'release_minute';
  end if;
  return new;
end $$;
create trigger release_guard before update on portal.release for each row execute function portal.guard_release();
create trigger release_kept before delete or truncate on portal.release
  for each statement execute function portal.refuse_change();

alter table portal.offer
  add constraint offer_release foreign key (release) references portal.release,
  add constraint offer_letter foreign key (letter) references portal.letter_template;

-- One application of a release: what it is offered, or why it is refused.
create table portal.release_line (
  _id uuid primary key,
  release uuid not null constraint release_line_release references portal.release,
  application uuid not null constraint release_line_application references portal.application,
  applicant uuid not null,
  programme uuid not null,
  code text not null,
  name text not null,
  jamb text not null,
  -- In the order of the list.
  place integer not null,
  -- 1 provisional, 2 conditional admission; null for a refusal.
  kind smallint constraint release_line_kind check (kind in (1, 2)),
  offered text generated always as (case kind when 1 then 'Provisional' when 2 then 'Conditional' end) stored,
  condition text constraint release_line_condition check (char_length(condition) between 2 and 500),
  -- What kind of reason, and the words that the applicant reads.
  reason text constraint release_line_reason check (reason in ('Results', 'Places', 'Documents', 'Other')),
  words text constraint release_line_words check (char_length(words) between 2 and 600),
  -- What the merit list said: "Rank 14, merit seat 9 of 20, aggregate 61.25".
  merit text,
  standing text not null default 'Waiting' constraint release_line_standing check (
    standing in ('Waiting', 'Out', 'Held back', 'Recalled')
  ),
  -- Why it did not go.
  held text,
  "outAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || name || ' ' || jamb)) stored,
  constraint release_line_once unique (release, application),
  constraint release_line_what check (
    case when kind is null then reason is not null and words is not null and condition is null
      else reason is null and words is null and (kind = 2) = (condition is not null) end
  ),
  constraint release_line_held check ((standing = 'Held back') = (held is not null)),
  constraint release_line_out check ((standing in ('Out', 'Recalled')) = ("outAt" is not null))
);
create index release_line_search on portal.release_line using gin (search gin_trgm_ops);
create index release_line_by_place on portal.release_line (place, _id);
create index release_line_by_name on portal.release_line (name, _id);
create index release_line_by_time on portal.release_line ("createdAt", _id);
create index release_line_in_order on portal.release_line (release, place, _id);
create index release_line_of_programme on portal.release_line (programme, place, _id);
create index release_line_by_standing on portal.release_line (standing, place, _id);
create index release_line_waiting on portal.release_line (release, programme, place) where standing = 'Waiting';
create index release_line_of_application on portal.release_line (application);
create index release_line_refused on portal.release_line (applicant, "outAt" desc) where kind is null and standing = 'Out';

create function portal.guard_release_line() returns trigger language plpgsql as $$
declare
  whose uuid := case when tg_op = 'DELETE' then old.release else new.release end;
begin
  if tg_op = 'UPDATE' and (new._id, new.release, new.application, new.applicant, new.programme, new.code, new.name, new.jamb,
      new.place, new.kind, new.condition, new.reason, new.words, new.merit, new."createdAt")
    is not distinct from (old._id, old.release, old.application, old.applicant, old.programme, old.code, old.name, old.jamb,
      old.place, old.kind, old.condition, old.reason, old.words, old.merit, old."createdAt") then
    return new;
  end if;
  if not exists (select from portal.release where _id = whose and state = 'Draft') then
    raise exception 'a list changes while it is a draft' using constraint = 'release_line_draft';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger release_line_guard before insert or update or delete on portal.release_line
  for each row execute function portal.guard_release_line();
create trigger release_line_kept before truncate on portal.release_line
  for each statement execute function portal.refuse_change();

-- What two people take back: one offer, or a whole release.
create table portal.recall (
  _id uuid primary key,
  release uuid constraint recall_release references portal.release,
  application uuid constraint recall_application references portal.application,
  state text not null default 'Proposed' constraint recall_state check (
    state in ('Proposed', 'Approved', 'Recalled', 'Dismissed')
  ),
  -- For the office, and what the applicant reads.
  reason text not null constraint recall_reason check (char_length(reason) between 2 and 500),
  words text not null constraint recall_words check (char_length(words) between 2 and 600),
  -- The list's name, or the application's code and whose it is.
  about text not null,
  proposedby uuid not null constraint recall_proposedby references portal.staff,
  decidedby uuid constraint recall_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- How many were taken back, and how many stay because their place is accepted.
  taken integer,
  stayed integer,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || about || ' ' || reason)) stored,
  constraint recall_of_one check ((release is null) <> (application is null)),
  constraint recall_two_people check (state not in ('Approved', 'Recalled') or decidedby <> proposedby),
  constraint recall_decided check ((state = 'Proposed') = (decidedby is null) and (decidedby is null) = ("decidedAt" is null))
);
create unique index recall_once_release on portal.recall (release) where state = 'Proposed';
create unique index recall_once_offer on portal.recall (application) where state = 'Proposed';
create index recall_by_time on portal.recall ("createdAt", _id);
create index recall_by_state on portal.recall (state, "createdAt", _id);
create index recall_search on portal.recall using gin (search gin_trgm_ops);
create function portal.guard_recall() returns trigger language plpgsql as $$
begin
  if (new._id, new.release, new.application, new.reason, new.words, new.about, new.proposedby, new."createdAt")
    is distinct from
     (old._id, old.release, old.application, old.reason, old.words, old.about, old.proposedby, old."createdAt") then
    raise exception 'a recall stays what was proposed';
  end if;
  if not (old.state = new.state or old.state = 'Proposed' or (old.state = 'Approved' and new.state = 'Recalled')) then
    raise exception 'a recall does not go from % to %', old.state, new.state using constraint = 'recall_step';
  end if;
  return new;
end $$;
create trigger recall_guard before update on portal.recall for each row execute function portal.guard_recall();
create trigger recall_kept before delete or truncate on portal.recall
  for each statement execute function portal.refuse_change();

-- An offer that was taken back, as it stood.
create table portal.offer_recall (
  _id uuid primary key,
  recall uuid not null constraint offer_recall_recall references portal.recall,
  application uuid not null constraint offer_recall_application references portal.application,
  applicant uuid not null,
  programme uuid not null,
  session uuid not null,
  kind smallint not null,
  condition text,
  terms jsonb not null,
  due date not null,
  "releasedAt" timestamptz not null,
  "lapsedAt" timestamptz,
  code text not null,
  name text not null,
  jamb text not null,
  reminders smallint not null,
  release uuid,
  letter uuid,
  -- What the applicant reads.
  words text not null,
  "recalledAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || name || ' ' || jamb)) stored
);
create index offer_recall_of on portal.offer_recall (applicant, "recalledAt" desc);
create index offer_recall_of_application on portal.offer_recall (application, "recalledAt" desc);
create index offer_recall_search on portal.offer_recall using gin (search gin_trgm_ops);
create index offer_recall_by_time on portal.offer_recall ("releasedAt", _id);
create index offer_recall_by_due on portal.offer_recall (due, _id);
create index offer_recall_by_name on portal.offer_recall (name, _id);
create index offer_recall_of_programme on portal.offer_recall (programme, "releasedAt", _id);
create index offer_recall_of_session on portal.offer_recall (session, "releasedAt", _id);
create trigger offer_recall_append_only before update or delete or truncate on portal.offer_recall
  for each statement execute function portal.refuse_change();

-- An offer goes by a recall only, which keeps its copy; the reminders of it go along, and the status returns to pending.
drop trigger offer_kept on portal.offer;
create trigger offer_kept before truncate on portal.offer
  for each statement execute function portal.refuse_change();
alter table portal.offer_reminder
  drop constraint offer_reminder_offer_fkey,
  add constraint offer_reminder_offer foreign key (offer) references portal.offer on delete cascade;

create or replace function portal.guard_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (
      select from portal.offer_recall r where r.application = old.application and r."releasedAt" = old."releasedAt") then
      raise exception 'an offer goes by a recall only';
    end if;
    return old;
  end if;
  if (new.application, new.applicant, new.programme, new.session, new.kind, new.condition, new.terms, new."releasedAt",
      new.code, new.name, new.jamb, new.release, new.letter)
    is distinct from
     (old.application, old.applicant, old.programme, old.session, old.kind, old.condition, old.terms, old."releasedAt",
      old.code, old.name, old.jamb, old.release, old.letter) then
    raise exception 'a released offer does not change';
  end if;
  return new;
end $$;
drop trigger offer_guard on portal.offer;
create trigger offer_guard before update or delete on portal.offer for each row execute function portal.guard_offer();

create or replace function portal.guard_application() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 0 then
      raise exception 'an application begins pending';
    end if;
    return new;
  end if;
  if (new._id, new.code, new.applicant, new.programme, new.session, new.payment, new.type, new.photo, new.snapshot,
      new."createdAt")
    is distinct from
     (old._id, old.code, old.applicant, old.programme, old.session, old.payment, old.type, old.photo, old.snapshot,
      old."createdAt") then
    raise exception 'a submitted application does not change';
  end if;
  if new.status <> old.status and new.status is distinct from
    coalesce((select kind from portal.offer where application = new._id), 0) then
    raise exception 'an application has the status of its offer';
  end if;
  return new;
end $$;

create function portal.forget_offer() returns trigger language plpgsql as $$
begin
  update portal.application set status = 0 where _id = old.application;
  return null;
end $$;
create trigger offer_forgotten after delete on portal.offer for each row execute function portal.forget_offer();

-- An accepted place holds its seat, also when it had been given on before the payment was heard of. Contract 3.12.
create function portal.accept_offer() returns trigger language plpgsql as $$
begin
  update portal.offer set accepted = true, "freedAt" = null where application = new.application;
  return null;
end $$;
create trigger acceptance_offer after insert on portal.acceptance
  for each row execute function portal.accept_offer();

create function portal.count_reminder() returns trigger language plpgsql as $$
begin
  update portal.offer set reminders = reminders + 1 where application = new.offer;
  return null;
end $$;
create trigger offer_reminder_counted after insert on portal.offer_reminder
  for each row execute function portal.count_reminder();

-- Every offer with where it stands, those that were recalled among them.
create view portal.offer_line as
  select application as _id, application, "releasedAt" as "createdAt", code, name, jamb, programme, session,
    case kind when 1 then 'Provisional' else 'Conditional' end as kind, standing, due,
    case when standing = 'Waiting' then due - (now() at time zone 'Africa/Lagos')::date end as daysleft,
    reminders::integer as reminders, release, search
  from portal.offer
  union all
  select _id, application, "releasedAt", code, name, jamb, programme, session,
    case kind when 1 then 'Provisional' else 'Conditional' end, 'Recalled', due, null, reminders::integer, release, search
  from portal.offer_recall;

-- A payment may come for an offer that was recalled meanwhile.
alter table portal.payment_reference
  drop constraint payment_reference_surplus,
  add constraint payment_reference_surplus check (surplus in ('second', 'late', 'other-place', 'recalled'));
