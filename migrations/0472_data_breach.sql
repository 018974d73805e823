-- Breaches of personal data: facts, effects and what was done, with the clock of 72 hours. Nigeria Data Protection Act 2023, section 40.
create table portal.data_breach (
  _id uuid primary key,
  what text not null,
  facts text not null,
  "knownAt" timestamptz not null,
  due timestamptz not null,
  "beganAt" timestamptz not null,
  "endedAt" timestamptz not null,
  source text not null constraint data_breach_source check (
    source in ('Files opened', 'Sign-ins', 'Applications', 'Payments', 'Accounts', 'Students', 'Nobody')
  ),
  staff uuid constraint data_breach_staff references portal.staff,
  risk text not null constraint data_breach_risk check (risk in ('None', 'Some', 'High')),
  effects text,
  measures text,
  "commissionAt" timestamptz,
  "peopleAt" timestamptz,
  untold text,
  standing text not null default 'Running' constraint data_breach_standing check (
    standing in ('Running', 'People to be told', 'Dealt with')
  ),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || what || ' ' || facts)) stored,
  constraint data_breach_window check ("beganAt" <= "endedAt"),
  constraint data_breach_known check ("knownAt" >= "beganAt"),
  constraint data_breach_told check ("commissionAt" is null or "commissionAt" >= "knownAt"),
  constraint data_breach_people check ("peopleAt" is null or "peopleAt" >= "knownAt"),
  constraint data_breach_untold check (risk = 'None' or untold is null)
);
create index data_breach_by_knownat on portal.data_breach ("knownAt", _id);
create index data_breach_by_createdat on portal.data_breach ("createdAt", _id);
create index data_breach_search on portal.data_breach using gin (search gin_trgm_ops);

/* The clock, and where it stands: 72 hours from the moment at which the college knew. */
create function portal.clock_breach() returns trigger language plpgsql as $$
begin
  new.due := new."knownAt" + interval '72 hours';
  new.standing := case
    when new.risk = 'None' and new.untold is not null then 'Dealt with'
    when new."commissionAt" is null then 'Running'
    when new.risk = 'High' and new."peopleAt" is null then 'People to be told'
    else 'Dealt with'
  end;
  return new;
end $$;
create trigger data_breach_clock before insert or update on portal.data_breach
  for each row execute function portal.clock_breach();

/* Whom a breach concerns: by what they did in the window, or by what was opened of theirs in it. */
create function portal.people_of_breach(source text, began timestamptz, ended timestamptz, staff uuid)
returns table (applicant uuid, student uuid) language sql stable as $$
  select o.applicant, o.student from portal.file_opening o
    where $1 = 'Files opened' and o."createdAt" between $2 and $3 and ($4 is null or o.staff = $4)
  union
  select split_part(l.subject, ':', 2)::uuid, null from portal.audit l
    where $1 = 'Sign-ins' and l.deed = 'session.open' and l.at between $2 and $3 and l.subject like 'applicant:%'
  union
  select a.applicant, null from portal.application a where $1 = 'Applications' and a."createdAt" between $2 and $3
  union
  select p.applicant, null from portal.payment_reference p
    where $1 = 'Payments' and p."verifiedAt" between $2 and $3 and p.applicant is not null
  union
  select a._id, null from portal.applicant a where $1 = 'Accounts' and a."createdAt" <= $3
  union
  select s.applicant, s._id from portal.student s where $1 = 'Students' and s."createdAt" <= $3 and s.mergedinto is null
$$;

/* The same as people are written to, each once; who has neither account nor record any more is not among them. */
create function portal.reached_of_breach(source text, began timestamptz, ended timestamptz, staff uuid)
returns table (person uuid, name text, emailaddress text, phonenumber text, jamb text, matric text) language sql stable as $$
  select distinct on (coalesce(w.applicant, w.student)) coalesce(w.applicant, w.student),
    coalesce(concat_ws(' ', a.firstname, a.middlename, a.lastname), concat_ws(' ', s.firstname, s.middlename, s.lastname)),
    coalesce(a.emailaddress, s.emailaddress), coalesce(a.phonenumber, s.phonenumber), coalesce(a.jamb, s.jamb),
    coalesce(s.matric, (select own.matric from portal.student own where own.applicant = w.applicant and own.matric is not null
      order by own."createdAt" desc limit 1))
  from portal.people_of_breach($1, $2, $3, $4) w
  left join portal.applicant a on a._id = w.applicant
  left join portal.student s on s._id = w.student
  where a._id is not null or s._id is not null
  order by coalesce(w.applicant, w.student), w.student nulls last
$$;
