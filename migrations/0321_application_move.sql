-- An application that goes on to another programme than the one that was applied for and paid for: the fee, the code and what
-- was submitted stay good, and where it stood before is kept.
create table portal.application_move (
  _id uuid primary key,
  application uuid not null constraint application_move_application references portal.application,
  fromprogramme uuid not null constraint application_move_fromprogramme references portal.programme,
  programme uuid not null constraint application_move_programme references portal.programme,
  -- A further choice that a merit list gave a seat in, another programme that the applicant agreed to, or one that the applicant
  -- asked for.
  why text not null constraint application_move_why check (why in ('Choice', 'Consent', 'Change')),
  -- How the programme is called from now on, and how the one before was called, as the copy keeps it.
  named jsonb not null,
  before jsonb not null,
  "movedAt" timestamptz not null default now(),
  constraint application_move_elsewhere check (fromprogramme <> programme)
);
create index application_move_of on portal.application_move (application, "movedAt");
create index application_move_programme on portal.application_move (programme);
create trigger application_move_kept before update or delete or truncate on portal.application_move
  for each statement execute function portal.refuse_change();

-- What was applied for and paid for.
alter table portal.application add column paidprogramme uuid;
alter table portal.application disable trigger user;
update portal.application set paidprogramme = programme;
alter table portal.application enable trigger user;
alter table portal.application
  alter column paidprogramme set not null,
  drop constraint application_paid,
  add constraint application_paid foreign key (payment, applicant, paidprogramme, session)
    references portal.payment_reference (_id, applicant, programme, session);

create or replace function portal.guard_application() returns trigger language plpgsql as $$
declare
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.status <> 0 then
      raise exception 'an application begins pending';
    end if;
    new.paidprogramme := new.programme;
    return new;
  end if;
  if (new._id, new.code, new.applicant, new.paidprogramme, new.session, new.payment, new.photo, new."createdAt")
    is distinct from
     (old._id, old.code, old.applicant, old.paidprogramme, old.session, old.payment, old.photo, old."createdAt") then
    raise exception 'a submitted application does not change';
  end if;
  moved := new.programme <> old.programme and new.type = old.type and exists (
    select from portal.application_move m
    where m.application = new._id and m."movedAt" = now() and m.fromprogramme = old.programme and m.programme = new.programme
      and new.snapshot = jsonb_set(old.snapshot, '{programme}', m.named));
  if new.programme <> old.programme and not moved then
    raise exception 'an application goes to another programme by a move only' using constraint = 'application_moved';
  end if;
  if not moved and (new.snapshot, new.type) is distinct from (old.snapshot, old.type) and not exists (
    select from portal.record_correction c
    where c.noun = 'application' and c.applicant = new.applicant and c.state in ('Approved', 'Changed')
      and c."decidedAt" = now() and new.snapshot = portal.corrected_snapshot(old.snapshot, c.kind, c.item, c.after)
      and new.type = case when c.kind = 'type' and c.record = new._id then c.after ->> 'type' else old.type end) then
    raise exception 'a submitted application changes by a correction only' using constraint = 'application_corrected';
  end if;
  if new.status <> old.status and new.status is distinct from
    coalesce((select kind from portal.offer where application = new._id), 0) then
    raise exception 'an application has the status of its offer';
  end if;
  return new;
end $$;

create or replace function portal.guard_review() returns trigger language plpgsql as $$
begin
  if (new._id, new.applicant, new.session, new.code, new.rrr, new."createdAt")
    is distinct from
     (old._id, old.applicant, old.session, old.code, old.rrr, old."createdAt") then
    raise exception 'a review stays with its application';
  end if;
  if (new.jamb, new.grades, new.programme) is distinct from (old.jamb, old.grades, old.programme) and not exists (
    select from portal.application a
    where a._id = new._id and a.snapshot ->> 'jamb' = new.jamb and portal.review_grades(a.snapshot) = new.grades
      and a.programme = new.programme) then
    raise exception 'a review stays with its application';
  end if;
  if new.state <> old.state and not exists (
    select from portal.review_edge where fromstate = old.state and tostate = new.state) then
    raise exception 'a review does not go from % to %', old.state, new.state using constraint = 'review_step';
  end if;
  return new;
end $$;

-- The desk's copy goes with it. What a head advised was about the other programme, and so was a refusal: the file is checked
-- anew, unless a merit list gave the seat.
create function portal.review_follows_move() returns trigger language plpgsql as $$
declare
  chosen boolean := exists (select from portal.application_move m
    where m.application = new._id and m."movedAt" = now() and m.programme = new.programme and m.why = 'Choice');
begin
  update portal.review r set
    programme = new.programme, judgedby = null,
    state = case when not chosen and r.state in ('Recommended', 'Not recommended', 'Refused') then 'Checking' else r.state end,
    "correctedAt" = clock_timestamp(), version = r.version + 1, "updatedAt" = now()
  where r._id = new._id;
  return null;
end $$;
create trigger application_moved after update on portal.application for each row
  when (old.programme is distinct from new.programme)
  execute function portal.review_follows_move();
