-- The student: who was admitted and handed over, or brought in by a file; and the matriculation numbers.

create table portal.student (
  _id uuid primary key,
  -- The account that signs in. Null while JAMB number, address or phone are missing, without which there is none.
  applicant uuid constraint student_applicant references portal.applicant,
  -- The accepted application that was handed over; null for who came by a file or was typed in.
  application uuid constraint student_application unique references portal.acceptance (application),
  matric text constraint student_matric_shape check (char_length(matric) between 2 and 40),
  jamb text,
  firstname text not null,
  middlename text,
  lastname text not null,
  emailaddress text not null,
  phonenumber text constraint student_phonenumber check (phonenumber ~ '^234[0-9]{10}$'),
  gender text constraint student_gender check (gender in ('Male', 'Female')),
  dateofbirth date,
  stateoforigin text,
  lgaoforigin text,
  programme uuid constraint student_programme references portal.programme,
  -- The session of entry.
  session uuid constraint student_session references portal.session,
  -- Mode of entry.
  type text constraint student_type check (type in ('JAMB UTME', 'Transfer', 'Direct Entry')),
  entrylevel smallint constraint student_entrylevel check (entrylevel between 100 and 900 and entrylevel % 100 = 0),
  level smallint constraint student_level check (level between 100 and 900 and level % 100 = 0),
  semester smallint constraint student_semester check (semester between 1 and 2),
  -- Whether the state of origin was one of the college's home states.
  indigene boolean not null default false,
  status text not null default 'Active' constraint student_status check (status in ('Active', 'Deferred', 'Suspended',
    'Rusticated', 'Withdrawn', 'Expelled', 'Transferred', 'Graduated', 'Deceased', 'Merged')),
  "statusAt" timestamptz not null default now(),
  -- The application's copy as it was at the hand-over.
  snapshot jsonb,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  name text not null generated always as (
    lastname || ' ' || firstname || case when middlename is null then '' else ' ' || middlename end
  ) stored,
  search text not null generated always as (lower(' ' || coalesce(matric, '') || ' ' || coalesce(jamb, '') || ' ' ||
    lastname || ' ' || firstname || ' ' || coalesce(middlename, '') || ' ' || emailaddress || ' ' ||
    coalesce(phonenumber || ' 0' || substr(phonenumber, 4), ''))) stored,
  constraint student_levels check (level >= entrylevel)
);
-- Numbers differ by more than case.
create unique index student_matric on portal.student (lower(matric));
-- One person studies one thing at a time; who has left may come again.
create unique index student_living on portal.student (applicant)
  where status in ('Active', 'Deferred', 'Suspended', 'Rusticated');
create index student_of_applicant on portal.student (applicant, "createdAt" desc);
create index student_jamb on portal.student (jamb);
create index student_emailaddress on portal.student (lower(emailaddress));
create index student_phonenumber on portal.student (phonenumber);
create index student_search on portal.student using gin (search gin_trgm_ops);
create index student_by_lastname on portal.student (lastname, _id);
create index student_by_matric on portal.student (matric, _id);
create index student_by_createdat on portal.student ("createdAt", _id);
create index student_of_programme on portal.student (programme, lastname, _id);
create index student_of_programme_level on portal.student (programme, level, lastname, _id);
create index student_of_session on portal.student (session, lastname, _id);
create index student_by_level on portal.student (level, lastname, _id);
create index student_by_status on portal.student (status, lastname, _id);
create index student_by_gender on portal.student (gender, lastname, _id);
create index student_by_type on portal.student (type, lastname, _id);
create index student_by_origin on portal.student (stateoforigin, lastname, _id);
create trigger student_kept before delete or truncate on portal.student
  for each statement execute function portal.refuse_change();

-- Address, phone and JAMB number are the account's; the copy is what the office searches by.
create function portal.copy_account_to_student() returns trigger language plpgsql as $$
begin
  update portal.student set emailaddress = new.emailaddress, phonenumber = new.phonenumber, jamb = new.jamb
    where applicant = new._id;
  return null;
end $$;
create trigger applicant_student after update of emailaddress, phonenumber, jamb on portal.applicant for each row
  when ((old.emailaddress, old.phonenumber, old.jamb) is distinct from (new.emailaddress, new.phonenumber, new.jamb))
  execute function portal.copy_account_to_student();

-- The last serial of a programme's entrants of a session. Its row is locked by whoever takes the next one.
create table portal.matriculation_counter (
  programme uuid not null constraint matriculation_counter_programme references portal.programme,
  session uuid not null constraint matriculation_counter_session references portal.session,
  -- Numbers up to this were given outside the portal.
  start integer not null default 0 constraint matriculation_counter_start check (start >= 0),
  last integer not null constraint matriculation_counter_last check (last >= start),
  primary key (programme, session)
);
create index matriculation_counter_of_session on portal.matriculation_counter (session);

-- Every number that the portal gave, for as long as there is a college.
create table portal.matriculation (
  student uuid primary key constraint matriculation_student references portal.student,
  programme uuid not null,
  session uuid not null,
  serial integer not null,
  matric text not null constraint matriculation_matric unique,
  "createdAt" timestamptz not null default now(),
  constraint matriculation_serial unique (programme, session, serial),
  constraint matriculation_counted foreign key (programme, session)
    references portal.matriculation_counter (programme, session)
);
create trigger matriculation_append_only before update or delete or truncate on portal.matriculation
  for each statement execute function portal.refuse_change();
