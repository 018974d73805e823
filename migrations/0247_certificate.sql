-- The register of certificates and statements of result: each sheet with its serial, where it is, and what became of it.

create table portal.certificate_counter (
  kind text not null constraint certificate_counter_kind check (kind in ('Certificate', 'Statement of result')),
  session uuid not null constraint certificate_counter_session references portal.session,
  given integer not null constraint certificate_counter_given check (given >= 0),
  primary key (kind, session)
);

create table portal.certificate (
  _id uuid primary key,
  kind text not null constraint certificate_kind check (kind in ('Certificate', 'Statement of result')),
  graduand uuid not null constraint certificate_graduand references portal.graduand,
  student uuid not null constraint certificate_student references portal.student,
  session uuid not null constraint certificate_session references portal.session,
  -- The how-manieth of its kind and session, and how that is written.
  number integer not null constraint certificate_number check (number > 0),
  serial text not null constraint certificate_serial_length check (char_length(serial) between 1 and 60),
  name text not null,
  matric text,
  programme uuid not null constraint certificate_programme references portal.programme,
  award text not null,
  course text not null,
  passclass text not null,
  conferredon date not null,
  state text not null default 'Printed' constraint certificate_state check (
    state in ('Printed', 'Signed', 'Collected', 'Spoiled', 'Replaced', 'Cancelled')),
  -- Of a statement: the last day of its validity.
  validuntil date,
  -- Of a sheet that takes the place of another.
  replaces uuid constraint certificate_replaces references portal.certificate,
  -- Who took it, and what that person showed.
  takenby text constraint certificate_takenby check (char_length(takenby) between 2 and 300),
  -- Why it was handed out though something was open.
  despite text constraint certificate_despite check (char_length(despite) between 10 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(matric, '') || ' ' || serial)) stored,
  constraint certificate_serial unique (kind, serial),
  constraint certificate_counted unique (kind, session, number),
  constraint certificate_replaced_once unique (replaces),
  constraint certificate_until check ((kind = 'Statement of result') = (validuntil is not null)),
  constraint certificate_taken check (state <> 'Collected' or takenby is not null)
);
-- One sheet of a kind holds.
create unique index certificate_one on portal.certificate (student, kind) where state in ('Printed', 'Signed', 'Collected');
create index certificate_by_createdat on portal.certificate ("createdAt", _id);
create index certificate_by_name on portal.certificate (name, _id);
create index certificate_by_serial on portal.certificate (serial, _id);
create index certificate_by_state on portal.certificate (state, "createdAt", _id);
create index certificate_of_kind on portal.certificate (kind, "createdAt", _id);
create index certificate_of_session on portal.certificate (session, "createdAt", _id);
create index certificate_of_programme on portal.certificate (programme, "createdAt", _id);
create index certificate_of_student on portal.certificate (student);
create index certificate_of_graduand on portal.certificate (graduand);
create index certificate_search on portal.certificate using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.certificate referencing new table as added
  for each statement execute function portal.require_unmerged();

create table portal.certificate_step (
  _id uuid primary key,
  certificate uuid not null constraint certificate_step_of references portal.certificate,
  state text not null,
  -- What was said then.
  words text constraint certificate_step_words check (char_length(words) between 2 and 500),
  staff uuid not null constraint certificate_step_staff references portal.staff,
  "createdAt" timestamptz not null default now()
);
create index certificate_step_of_certificate on portal.certificate_step (certificate, "createdAt");
create trigger certificate_step_kept before update or delete or truncate on portal.certificate_step
  for each statement execute function portal.refuse_change();

-- What is printed on a sheet stays; a sheet that is spoiled, replaced or cancelled is that for good.
create function portal.guard_certificate() returns trigger language plpgsql as $$
declare
  moves text[] := array['student', 'state', 'takenby', 'despite', 'version', 'updatedAt', 'search'];
begin
  if (to_jsonb(new) - moves) is distinct from (to_jsonb(old) - moves)
      or old.state in ('Spoiled', 'Replaced', 'Cancelled') and new.state <> old.state then
    raise exception 'what was printed stands' using errcode = '23514', constraint = 'certificate_stands', table = 'certificate';
  end if;
  return new;
end $$;
create trigger certificate_guard before update on portal.certificate
  for each row execute function portal.guard_certificate();
create trigger certificate_kept before delete or truncate on portal.certificate
  for each statement execute function portal.refuse_change();
