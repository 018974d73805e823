-- Another programme for an application, before an offer: the applicant asks for it and the office answers, or the office proposes
-- it with two people and the applicant answers, by a day. The programme that was applied for is kept until then.

-- The last day, in Lagos, on which applicants ask for another programme; while nobody has said, applications must be open.
alter table portal.session add column changeuntil date;

create table portal.programme_move (
  _id uuid primary key,
  application uuid not null constraint programme_move_application references portal.application,
  applicant uuid not null,
  session uuid not null,
  fromprogramme uuid not null constraint programme_move_fromprogramme references portal.programme,
  programme uuid not null constraint programme_move_programme references portal.programme,
  code text not null,
  name text not null,
  state text not null constraint programme_move_state check (
    state in ('Asked', 'Proposed', 'Offered', 'Moved', 'Declined', 'Lapsed', 'Refused', 'Withdrawn')
  ),
  -- Of the office; null for what the applicant asks for.
  askedby uuid constraint programme_move_askedby references portal.staff,
  -- Of whoever asks; the applicant reads it.
  reason text not null constraint programme_move_reason check (char_length(reason) between 2 and 500),
  -- From the approval to the last day of the answer.
  days smallint constraint programme_move_days check (days between 1 and 30),
  answerby date,
  decidedby uuid constraint programme_move_decidedby references portal.staff,
  "decidedAt" timestamptz,
  -- Why it was refused.
  decision text constraint programme_move_decision check (char_length(decision) between 2 and 500),
  -- When the applicant said yes or no, or the day was over.
  "answeredAt" timestamptz,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || code || ' ' || name)) stored,
  constraint programme_move_elsewhere check (fromprogramme <> programme),
  constraint programme_move_two_people check (decidedby <> askedby),
  constraint programme_move_by_office check ((askedby is null) = (days is null)),
  constraint programme_move_offered check (
    state not in ('Offered', 'Declined', 'Lapsed') or (askedby is not null and decidedby is not null and answerby is not null)
  ),
  constraint programme_move_decided check (
    state not in ('Offered', 'Moved', 'Declined', 'Lapsed', 'Refused') or (decidedby is not null and "decidedAt" is not null)
  )
);
create unique index programme_move_one_open on portal.programme_move (application) where state in ('Asked', 'Proposed', 'Offered');
create index programme_move_of on portal.programme_move (applicant, "createdAt");
create index programme_move_by_time on portal.programme_move ("createdAt", _id);
create index programme_move_by_name on portal.programme_move (name, _id);
create index programme_move_by_state on portal.programme_move (state, "createdAt", _id);
create index programme_move_search on portal.programme_move using gin (search gin_trgm_ops);
create index programme_move_due on portal.programme_move (answerby) where state = 'Offered';

create function portal.guard_programme_move() returns trigger language plpgsql as $$
begin
  if (new._id, new.application, new.applicant, new.session, new.fromprogramme, new.programme, new.askedby, new.reason, new.days,
      new."createdAt")
    is distinct from
     (old._id, old.application, old.applicant, old.session, old.fromprogramme, old.programme, old.askedby, old.reason, old.days,
      old."createdAt") then
    raise exception 'what was asked for stays as it was asked';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('Asked', 'Moved'), ('Asked', 'Refused'), ('Asked', 'Withdrawn'),
    ('Proposed', 'Offered'), ('Proposed', 'Refused'), ('Proposed', 'Withdrawn'),
    ('Offered', 'Moved'), ('Offered', 'Declined'), ('Offered', 'Lapsed')) then
    raise exception 'a change of programme does not go from % to %', old.state, new.state using constraint = 'programme_move_step';
  end if;
  -- By the clock of the database, whoever says yes: after the day the programme that was applied for stays.
  if old.state = 'Offered' and new.state = 'Moved' and (now() at time zone 'Africa/Lagos')::date > old.answerby then
    raise exception 'the day to answer is over' using errcode = 'check_violation', constraint = 'programme_move_in_time';
  end if;
  return new;
end $$;
create trigger programme_move_guard before update on portal.programme_move
  for each row execute function portal.guard_programme_move();
create trigger programme_move_kept before delete or truncate on portal.programme_move
  for each statement execute function portal.refuse_change();
