-- A change of a student's status: proposed by one, approved by another, in force from a day on.

create table portal.status_change (
  _id uuid primary key,
  student uuid not null constraint status_change_student references portal.student,
  -- The student's at the time, as the list names and narrows it.
  name text not null,
  matric text,
  programme uuid constraint status_change_programme references portal.programme,
  -- What the status was, and what it becomes.
  fromstatus text not null,
  status text not null,
  kind text not null,
  -- The student reads it.
  reason text not null constraint status_change_reason check (char_length(reason) between 2 and 500),
  effective date not null,
  -- When whoever is away for a time is expected back; the session and semester where they are known.
  returnon date,
  returnsession uuid constraint status_change_returnsession references portal.session,
  returnsemester smallint constraint status_change_returnsemester check (returnsemester between 1 and 2),
  -- The wrong change that this one takes back.
  undoes uuid constraint status_change_undoes references portal.status_change,
  state text not null default 'Proposed' constraint status_change_state check (
    state in ('Proposed', 'Approved', 'Applied', 'Undone', 'Declined', 'Withdrawn', 'Called off', 'Overtaken')
  ),
  -- Null for a deed of the portal itself, such as a graduation.
  proposedby uuid constraint status_change_proposedby references portal.staff,
  decidedby uuid constraint status_change_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text,
  -- When it came into force, and when another followed or it was undone.
  "appliedAt" timestamptz,
  "endedAt" timestamptz,
  -- When it was seen that the day of the return had passed.
  "overdueAt" timestamptz,
  overdue boolean not null generated always as ("overdueAt" is not null and "endedAt" is null) stored,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || coalesce(matric, '') || ' ' || name || ' ' || reason)) stored,
  constraint status_change_two_people check (
    proposedby is null or state not in ('Approved', 'Applied', 'Undone', 'Overtaken') or decidedby <> proposedby
  ),
  constraint status_change_decided check ((state = 'Proposed') = ("decidedAt" is null)),
  constraint status_change_applied check (("appliedAt" is not null) = (state in ('Applied', 'Undone'))),
  constraint status_change_ended check ("endedAt" is null or "appliedAt" is not null),
  constraint status_change_undone check (state <> 'Undone' or "endedAt" is not null),
  constraint status_change_returns_later check (returnon > effective)
);
create unique index status_change_one_proposed on portal.status_change (student) where state = 'Proposed';
create unique index status_change_one_planned on portal.status_change (student) where state = 'Approved';
-- What the student's status is now.
create unique index status_change_in_force on portal.status_change (student) where state = 'Applied' and "endedAt" is null;
create index status_change_of_student on portal.status_change (student, "createdAt", _id);
create index status_change_by_time on portal.status_change ("createdAt", _id);
create index status_change_by_effective on portal.status_change (effective, _id);
create index status_change_by_returnon on portal.status_change (returnon, _id) where returnon is not null;
create index status_change_by_state on portal.status_change (state, "createdAt", _id);
create index status_change_by_status on portal.status_change (status, "createdAt", _id);
create index status_change_of_programme on portal.status_change (programme, "createdAt", _id);
create index status_change_overdue on portal.status_change ("createdAt", _id) where overdue;
create index status_change_search on portal.status_change using gin (search gin_trgm_ops);

create function portal.guard_status_change() returns trigger language plpgsql as $$
begin
  if (new._id, new.student, new.name, new.matric, new.programme, new.fromstatus, new.status, new.kind, new.reason, new.effective,
      new.returnon, new.returnsession, new.returnsemester, new.undoes, new.proposedby, new."createdAt")
    is distinct from
     (old._id, old.student, old.name, old.matric, old.programme, old.fromstatus, old.status, old.kind, old.reason, old.effective,
      old.returnon, old.returnsession, old.returnsemester, old.undoes, old.proposedby, old."createdAt") then
    raise exception 'a change of status stays what was proposed';
  end if;
  if not (old.state = new.state
    or (old.state = 'Proposed' and new.state in ('Approved', 'Applied', 'Declined', 'Withdrawn'))
    or (old.state = 'Approved' and new.state in ('Applied', 'Overtaken', 'Called off'))
    or (old.state = 'Applied' and new.state = 'Undone')) then
    raise exception 'a change of status does not go from % to %', old.state, new.state using constraint = 'status_change_step';
  end if;
  return new;
end $$;
create trigger status_change_guard before update on portal.status_change
  for each row execute function portal.guard_status_change();
create trigger status_change_kept before delete or truncate on portal.status_change
  for each statement execute function portal.refuse_change();

-- Each reminder of a return, once.
create table portal.return_reminder (
  change uuid not null constraint return_reminder_change references portal.status_change,
  days smallint not null,
  "createdAt" timestamptz not null default now(),
  primary key (change, days)
);
