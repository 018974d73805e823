-- How long what is kept of people: rules that two people put in force after a dry run, and what a rule finds.
create table portal.retention_proposal (
  _id uuid primary key,
  kind text not null constraint retention_proposal_kind check (
    kind in ('unpaid-accounts', 'unsuccessful-papers', 'mail-log', 'file-openings')
  ),
  -- Null: the rule stops.
  days integer constraint retention_proposal_days check (days between 30 and 3650),
  -- What the dry run of its proposer counted.
  count integer not null,
  reason text not null constraint retention_proposal_reason check (char_length(reason) between 2 and 500),
  proposedby uuid not null constraint retention_proposal_proposedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  state text not null default 'Proposed' constraint retention_proposal_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')
  ),
  decidedby uuid constraint retention_proposal_decidedby references portal.staff,
  "decidedAt" timestamptz,
  answer text constraint retention_proposal_answer check (char_length(answer) between 2 and 500),
  -- The privacy notice promises six months.
  constraint retention_proposal_promised check (days <= 183 or kind in ('mail-log', 'file-openings')),
  constraint retention_proposal_two_people check (state <> 'Approved' or decidedby <> proposedby),
  constraint retention_proposal_decided check ((state = 'Proposed') = (decidedby is null and "decidedAt" is null))
);
create unique index retention_proposal_one on portal.retention_proposal (kind) where state = 'Proposed';
create index retention_proposal_in_force on portal.retention_proposal (kind, "decidedAt") where state = 'Approved';

/* The days of the rule that is in force; null where none is. */
create function portal.retention_days(kind text) returns integer language sql stable as $$
  select p.days from portal.retention_proposal p where p.kind = $1 and p.state = 'Approved'
  order by p."decidedAt" desc limit 1
$$;

/* Whether anything stands in a profile that can go. */
create function portal.has_papers(owner uuid) returns boolean language sql stable as $$
  select exists (select from portal.bio b where b.applicant = $1) or exists (select from portal.referee r where r.applicant = $1)
    or exists (select from portal.olevel_sitting o where o.applicant = $1)
    or exists (select from portal.requirement_upload u where u.applicant = $1)
$$;

/* The papers of an account go: bio data, parents or guardians, results and documents, with the files that nothing else names. */
create function portal.drop_papers(owner uuid) returns integer language plpgsql as $$
begin
  delete from portal.requirement_upload where applicant = owner;
  delete from portal.olevel_result where applicant = owner;
  delete from portal.olevel_sitting where applicant = owner;
  delete from portal.alevel_result where applicant = owner;
  delete from portal.utme_result where applicant = owner;
  delete from portal.referee where applicant = owner;
  delete from portal.bio_lock where applicant = owner;
  delete from portal.bio where applicant = owner;
  return portal.drop_unused_files(owner);
end $$;

/*
 * What a rule of so many days finds now: which row, since when it is due, and of which part. An account is unpaid when a session
 * has closed since it was made and since it was last signed in to, and nobody ever paid, applied or studies by it; it goes
 * whole where it holds no reference either. Whoever applied and was not admitted keeps the account and the application itself.
 */
create function portal.retention_due(kind text, days integer)
returns table (_id uuid, since timestamptz, part text) language sql stable as $$
  with closed as (
    select max(s.closes) as at from portal.session s where s.closes < now() - make_interval(days => $2)
  )
  select a._id, c.at + make_interval(days => $2),
    case when exists (select from portal.payment_reference p where p.applicant = a._id) then 'Papers of an account with an unpaid reference'
      else 'Accounts' end
  from portal.applicant a cross join closed c
  where $1 = 'unpaid-accounts' and a."verifiedAt" < c.at and a."createdAt" < c.at
    and not exists (select from portal.payment_reference p where p.applicant = a._id
      and (p."verifiedAt" is not null or p.state = 'HELD' or p."createdAt" > c.at))
    and not exists (select from portal.application p where p.applicant = a._id)
    and not exists (select from portal.student s where s.applicant = a._id)
    and not exists (select from portal.audit l where l.subject = 'applicant:' || a._id and l.deed = 'session.open' and l.at > c.at)
    and (portal.has_papers(a._id) or not exists (select from portal.payment_reference p where p.applicant = a._id))
  union all
  select a._id, last.closes + make_interval(days => $2), 'Papers'
  from portal.applicant a
  cross join lateral (
    select max(s.closes) as closes, bool_or(s.closes is null) as open from portal.application p
    join portal.session s on s._id = p.session where p.applicant = a._id
  ) last
  where $1 = 'unsuccessful-papers' and not last.open and last.closes < now() - make_interval(days => $2)
    and not exists (select from portal.acceptance t where t.applicant = a._id)
    and not exists (select from portal.student s where s.applicant = a._id)
    and not exists (select from portal.departure d where d.applicant = a._id and d.returnsession is not null)
    and not exists (select from portal.payment_reference p where p.applicant = a._id and p.application is null
      and (p."verifiedAt" is not null or p.state in ('OPEN', 'HELD') and p."endsAt" > now()))
    and portal.has_papers(a._id)
  union all
  select m._id, m."createdAt" + make_interval(days => $2), 'Mails'
  from portal.outgoing_mail m
  where $1 = 'mail-log' and m.state <> 'waiting' and m."createdAt" < now() - make_interval(days => $2)
  union all
  select o._id, o."createdAt" + make_interval(days => $2), 'Lines'
  from portal.file_opening o where $1 = 'file-openings' and o."createdAt" < now() - make_interval(days => $2)
$$;

/* Takes away at most so many of what a rule of traces finds; answers how many went. */
create function portal.drop_traces(kind text, days integer, most integer) returns integer language plpgsql as $$
declare
  gone integer;
begin
  if kind = 'mail-log' then
    delete from portal.outgoing_mail m where m._id in (select d._id from portal.retention_due(kind, days) d limit most);
  elsif kind = 'file-openings' then
    delete from portal.file_opening o where o._id in (select d._id from portal.retention_due(kind, days) d limit most);
  else
    raise exception '% are no traces', kind;
  end if;
  get diagnostics gone = row_count;
  return gone;
end $$;
