-- Applicants claim their own row of JAMB's list by a secret that the list holds; what it says of them then stands fast.

alter table portal.jamb_candidate add dateofbirth date;

create or replace view portal.jamb_candidate_line as
  select c._id, c.session, c.jamb, c.name, c.gender, c.stateoforigin, c.lgaoforigin, c.course, k.programme, c.utme, c.subjects,
    c.version, c."createdAt", c.search, c.dateofbirth
  from portal.jamb_candidate c left join portal.jamb_course k on k._id = c.course;

-- One number is one applicant's in a session, and an applicant has one number in it.
create table portal.jamb_claim (
  _id uuid primary key,
  session uuid not null constraint jamb_claim_session references portal.session,
  jamb text not null constraint jamb_claim_jamb check (jamb ~ '^\d{8,12}[A-Z]{2}$'),
  applicant uuid not null constraint jamb_claim_owner references portal.applicant on delete cascade,
  -- The row of JAMB's list.
  candidate uuid not null constraint jamb_claim_candidate references portal.jamb_candidate,
  -- What the applicant knew.
  secret text not null constraint jamb_claim_secret check (secret in ('Date of birth', 'UTME score')),
  -- Rises with each correction of what stands fast.
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint jamb_claim_number unique (session, jamb),
  constraint jamb_claim_applicant unique (applicant, session)
);
-- Which secret the list of a session holds is asked at every claim.
create index jamb_candidate_born on portal.jamb_candidate (session) where dateofbirth is not null;
create index jamb_candidate_scored on portal.jamb_candidate (session) where utme is not null;

create index jamb_claim_of_candidate on portal.jamb_claim (candidate);
create index jamb_claim_by_createdat on portal.jamb_claim ("createdAt", _id);
create index jamb_claim_by_jamb on portal.jamb_claim (jamb, _id);

create view portal.jamb_claim_line as
  select l._id, l.session, l.jamb, c.name, l.applicant, l.secret, k.programme, l.version, l."createdAt",
    lower(' ' || l.jamb || ' ' || c.name) as search
  from portal.jamb_claim l join portal.jamb_candidate c on c._id = l.candidate left join portal.jamb_course k on k._id = c.course;

-- Fields of a bio that stand as somebody else told them: JAMB, or the office that corrected them.
create table portal.bio_lock (
  applicant uuid not null constraint bio_lock_applicant references portal.applicant on delete cascade,
  field text not null constraint bio_lock_field check (field in ('firstname', 'middlename', 'lastname', 'gender', 'stateoforigin', 'lgaoforigin')),
  value text not null constraint bio_lock_value check (char_length(value) between 1 and 200),
  source text not null constraint bio_lock_source check (source in ('JAMB', 'Office')),
  "createdAt" timestamptz not null default now(),
  primary key (applicant, field)
);

-- A bio says what stands fast, whoever writes it.
create function portal.bio_says_as_told() returns trigger language plpgsql as $$
begin
  if exists (select from portal.bio_lock l
    where l.applicant = new.applicant and l.value is distinct from to_jsonb(new) ->> l.field) then
    raise exception 'This bio says something else than what stands fast' using errcode = '23514', constraint = 'bio_as_told';
  end if;
  return new;
end $$;
create trigger bio_as_told before insert or update on portal.bio for each row execute function portal.bio_says_as_told();

-- A UTME result that JAMB or the office told changes only as it is told anew.
alter table portal.utme_result add told timestamptz;
alter table portal.utme_result drop constraint utme_result_source;
alter table portal.utme_result add constraint utme_result_source check (source in ('typed', 'JAMB', 'Office'));
alter table portal.utme_result drop constraint utme_result_locked;
alter table portal.utme_result add constraint utme_result_locked check (source = 'typed' or locked);

create function portal.utme_says_as_told() returns trigger language plpgsql as $$
begin
  if old.source <> 'typed' and (new.subjects, new.score) is distinct from (old.subjects, old.score) and new.told is not distinct from old.told then
    raise exception 'This UTME result stands as it was told' using errcode = '23514', constraint = 'utme_as_told';
  end if;
  return new;
end $$;
create trigger utme_as_told before update on portal.utme_result for each row execute function portal.utme_says_as_told();
