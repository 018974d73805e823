-- O-Level results held against the examination board's own answer: asked when, found by whom, and what is in dispute.

-- One for each sitting of each submitted application, made with it.
create table portal.olevel_check (
  _id uuid primary key default gen_random_uuid(),
  application uuid not null constraint olevel_check_application references portal.application,
  -- The sitting's own, in the copy that was submitted.
  sitting uuid not null,
  examinationtype text not null,
  examinationyear text not null,
  examinationnumber text not null,
  examinationcenter text not null,
  state text not null default 'Not started' constraint olevel_check_state check (
    state in ('Not started', 'Asked', 'Confirmed', 'Differs', 'Not found', 'Disputed')),
  -- How often the sitting or its grades were corrected: what was found before is not about what stands now.
  round integer not null default 1,
  askedby uuid constraint olevel_check_askedby references portal.staff,
  askedon date,
  -- The finding that counts; null while there is none, or two that contradict each other.
  finding uuid,
  -- The third person, who decided a dispute.
  decidedby uuid constraint olevel_check_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint olevel_check_decision check (char_length(decision) between 2 and 500),
  version integer not null default 1,
  -- The application's.
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null default now(),
  constraint olevel_check_once unique (application, sitting),
  constraint olevel_check_decided check ((decidedby is null) = ("decidedAt" is null) and (decidedby is null) = (decision is null)),
  constraint olevel_check_asked check ((askedby is null) = (askedon is null) and (state <> 'Asked' or askedby is not null))
);
create index olevel_check_by_createdat on portal.olevel_check ("createdAt", _id);
create index olevel_check_by_state on portal.olevel_check (state, "createdAt", _id);
create index olevel_check_by_type on portal.olevel_check (examinationtype, "createdAt", _id);
create index olevel_check_against on portal.olevel_check (application) where state in ('Differs', 'Not found', 'Disputed');

-- What somebody found with the board. It stays for good: two that contradict each other are both kept.
create table portal.olevel_finding (
  _id uuid primary key,
  olevelcheck uuid not null constraint olevel_finding_check references portal.olevel_check,
  round integer not null,
  outcome text not null constraint olevel_finding_outcome check (outcome in ('Confirmed', 'Differs', 'Not found')),
  checkedon date not null,
  -- The last signs of the board's reference or of the card's serial number; never a PIN, and never the whole.
  reference text constraint olevel_finding_reference check (reference ~ '^[0-9A-Z]{2,6}$'),
  words text constraint olevel_finding_words check (char_length(words) between 2 and 1000),
  proof uuid constraint olevel_finding_proof references portal.stored_file,
  foundby uuid not null constraint olevel_finding_foundby references portal.staff,
  -- The finding of somebody else that its author had read and contradicts.
  against uuid constraint olevel_finding_against references portal.olevel_finding,
  "createdAt" timestamptz not null default now(),
  constraint olevel_finding_said check ((outcome = 'Confirmed' and against is null) or words is not null)
);
create index olevel_finding_of_check on portal.olevel_finding (olevelcheck, "createdAt");
create index olevel_finding_by_proof on portal.olevel_finding (proof) where proof is not null;
create trigger olevel_finding_kept before update or delete or truncate on portal.olevel_finding
  for each statement execute function portal.refuse_change();
alter table portal.olevel_check add constraint olevel_check_finding foreign key (finding) references portal.olevel_finding;

-- A dispute is decided by somebody who found neither.
create function portal.guard_olevel_check() returns trigger language plpgsql as $$
begin
  if new.decidedby is not null and new.decidedby is distinct from old.decidedby and exists (
    select from portal.olevel_finding f where f.olevelcheck = new._id and f.round = new.round and f.foundby = new.decidedby) then
    raise exception 'a third person decides' using errcode = '23514', constraint = 'olevel_check_third';
  end if;
  return new;
end $$;
create trigger olevel_check_guard before update on portal.olevel_check
  for each row execute function portal.guard_olevel_check();

-- The checks of an application follow its copy: a sitting that is corrected, or whose grades are, is to be asked about anew.
create function portal.fit_olevel_checks() returns trigger language plpgsql as $$
begin
  insert into portal.olevel_check as c (application, sitting, examinationtype, examinationyear, examinationnumber,
      examinationcenter, "createdAt")
    select new._id, (s ->> '_id')::uuid, s ->> 'examinationtype', s ->> 'examinationyear', s ->> 'examinationnumber',
      s ->> 'examinationcenter', new."createdAt"
    from jsonb_array_elements(new.snapshot -> 'sittings') s
    on conflict on constraint olevel_check_once do update
      set examinationtype = excluded.examinationtype, examinationyear = excluded.examinationyear,
        examinationnumber = excluded.examinationnumber, examinationcenter = excluded.examinationcenter,
        state = 'Not started', round = c.round + 1, askedby = null, askedon = null, finding = null, decidedby = null,
        "decidedAt" = null, decision = null, version = c.version + 1, "updatedAt" = now()
      where (c.examinationtype, c.examinationyear, c.examinationnumber, c.examinationcenter) is distinct from
          (excluded.examinationtype, excluded.examinationyear, excluded.examinationnumber, excluded.examinationcenter)
        or portal.olevel_grades(new.snapshot, c.sitting) is distinct from portal.olevel_grades(old.snapshot, c.sitting);
  return null;
end $$;
create function portal.olevel_grades(snapshot jsonb, sitting uuid) returns text language sql immutable as $$
  select string_agg((r ->> 'subject') || ' ' || (r ->> 'scored'), ', ' order by r ->> 'subject')
  from jsonb_array_elements(snapshot -> 'results') r where (r #>> '{examination,_id}')::uuid = sitting
$$;
create trigger application_olevel_checks after insert on portal.application
  for each row execute function portal.fit_olevel_checks();
create trigger application_olevel_checks_follow after update of snapshot on portal.application
  for each row when (old.snapshot -> 'sittings' is distinct from new.snapshot -> 'sittings'
    or old.snapshot -> 'results' is distinct from new.snapshot -> 'results')
  execute function portal.fit_olevel_checks();

insert into portal.olevel_check (application, sitting, examinationtype, examinationyear, examinationnumber, examinationcenter, "createdAt")
  select a._id, (s ->> '_id')::uuid, s ->> 'examinationtype', s ->> 'examinationyear', s ->> 'examinationnumber',
    s ->> 'examinationcenter', a."createdAt"
  from portal.application a cross join lateral jsonb_array_elements(a.snapshot -> 'sittings') s
  on conflict on constraint olevel_check_once do nothing;

create view portal.olevel_check_line as
  select c._id, c.application, r.applicant, r.code, r.name, r.jamb, r.programme, r.session, c.examinationtype, c.examinationyear,
    c.examinationnumber, c.examinationcenter, c.state, c.askedon, f.checkedon, f.reference, f.foundby, c.decidedby, c.version,
    c."createdAt", r.search
  from portal.olevel_check c join portal.review r on r._id = c.application
    left join portal.olevel_finding f on f._id = c.finding;
