-- Who of the office opened whose file. One insert for each opening, so what it holds are keys alone: names are looked up when
-- it is read. No foreign keys: a line outlives the account that it is about, as those of the audit do.
create table portal.file_opening (
  _id uuid primary key,
  "createdAt" timestamptz not null default now(),
  staff uuid not null,
  record text not null constraint file_opening_record check (record <> ''),
  row text not null,
  applicant uuid,
  student uuid,
  address text not null,
  request text,
  constraint file_opening_whose check (applicant is not null or student is not null)
);
comment on table portal.file_opening is 'No foreign keys and no search column on purpose: to be partitioned by "createdAt" once it is large.';
-- What the owner reads, and whether the same person has just opened the same; the list's order; and what goes first when its time has come.
create index file_opening_applicant on portal.file_opening (applicant, "createdAt") where applicant is not null;
create index file_opening_student on portal.file_opening (student, "createdAt") where applicant is null;
create index file_opening_by_createdat on portal.file_opening ("createdAt", _id);

/* Whose a row is that names an account, a student, an application or a payment: the account, and the student where there is one. */
create function portal.whose_file(applicant uuid, student uuid, application uuid, payment uuid)
returns table (applicant uuid, student uuid) language sql stable as $$
  select coalesce($1, s.applicant, a.applicant, p.applicant), $2
  from (select 1) one
  left join portal.student s on s._id = $2
  left join portal.application a on a._id = $3
  left join portal.payment_reference p on p._id = $4
$$;

create view portal.file_opening_line as
  select o._id, o."createdAt", o.staff, o.record, o.applicant, o.student, o.address,
    coalesce(
      (select concat_ws(' ', s.firstname, s.middlename, s.lastname) || ', ' || coalesce(s.matric, s.jamb, 'student')
        from portal.student s where s._id = o.student),
      (select concat_ws(' ', a.firstname, a.middlename, a.lastname) || ', ' || a.jamb
        from portal.applicant a where a._id = o.applicant),
      'An account that is gone') as whose
  from portal.file_opening o;
