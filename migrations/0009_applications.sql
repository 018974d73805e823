-- What applicants hand in for a programme, and the applications themselves.
create table portal.requirement_upload (
  applicant uuid not null references portal.applicant on delete cascade,
  requirement uuid not null constraint requirement_upload_requirement references portal.admission_requirement,
  file uuid not null constraint requirement_upload_file references portal.stored_file,
  -- A submitted application relies on it: no longer replaced by the applicant. Contract 3.8.
  locked boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint requirement_upload_once primary key (applicant, requirement)
);
create index requirement_upload_requirement on portal.requirement_upload (requirement);
create index requirement_upload_file on portal.requirement_upload (file);

create table portal.application (
  _id uuid primary key,
  code text not null constraint application_code unique,
  applicant uuid not null constraint application_applicant references portal.applicant,
  programme uuid not null constraint application_programme references portal.programme,
  session uuid not null constraint application_session references portal.session,
  payment uuid not null constraint application_payment unique,
  -- Mode of entry.
  type text not null constraint application_type check (type in ('JAMB UTME', 'Transfer', 'Direct Entry')),
  -- What the applicant may know: 0 pending, 1 provisional, 2 conditional admission. Contract 3.11.
  status smallint not null default 0 constraint application_status check (status in (0, 1, 2)),
  -- The passport photograph at that time, if there was one.
  photo uuid constraint application_photo references portal.stored_file,
  -- Bio, referees, sittings, results, documents, programme, session and fee as they were. Contract 3.8.
  snapshot jsonb not null,
  "createdAt" timestamptz not null default now(),
  -- No deed ends an application yet, so every one is live.
  constraint application_once unique (applicant, programme, session),
  -- Who paid, and for what, is who applies, and to what.
  constraint application_paid foreign key (payment, applicant, programme, session)
    references portal.payment_reference (_id, applicant, programme, session)
);
create index application_programme on portal.application (session, programme);
create index application_photo on portal.application (photo) where photo is not null;

-- What was submitted stays as it was submitted.
create function portal.guard_application() returns trigger language plpgsql as $$
begin
  if (new._id, new.code, new.applicant, new.programme, new.session, new.payment, new.type, new.photo, new.snapshot,
      new."createdAt")
    is distinct from
     (old._id, old.code, old.applicant, old.programme, old.session, old.payment, old.type, old.photo, old.snapshot,
      old."createdAt") then
    raise exception 'a submitted application does not change';
  end if;
  return new;
end $$;
create trigger application_guard before update on portal.application
  for each row execute function portal.guard_application();
create trigger application_kept before delete or truncate on portal.application
  for each statement execute function portal.refuse_change();
