-- Two accounts that may be one applicant's: found by what they have alike, told apart, locked or merged.

-- An account with which nobody pays or applies any more. What was paid with it, its papers and its letters stay.
create table portal.account_lock (
  applicant uuid primary key references portal.applicant on delete cascade,
  -- The account that stays, of one that was merged.
  mergedinto uuid constraint account_lock_mergedinto references portal.applicant on delete set null,
  "createdAt" timestamptz not null default now(),
  constraint account_lock_another check (mergedinto <> applicant)
);
create index account_lock_into on portal.account_lock (mergedinto) where mergedinto is not null;

-- Whoever locks an account holds its row: so a payment or an application that is just made is either there before, or refused.
create function portal.refuse_locked_account() returns trigger language plpgsql as $$
begin
  perform from portal.applicant where _id = new.applicant for key share;
  if exists (select from portal.account_lock where applicant = new.applicant) then
    raise exception 'the account is locked' using errcode = '23514', constraint = 'account_locked';
  end if;
  return new;
end $$;
create trigger payment_reference_unlocked before insert on portal.payment_reference
  for each row when (new.purpose in ('application', 'acceptance')) execute function portal.refuse_locked_account();
create trigger application_unlocked before insert on portal.application
  for each row execute function portal.refuse_locked_account();

create table portal.duplicate_pair (
  _id uuid primary key,
  one uuid not null references portal.applicant on delete cascade,
  other uuid not null references portal.applicant on delete cascade,
  -- What they have alike, as a sentence, and how much it weighs.
  reasons text not null,
  points smallint not null,
  strength text not null generated always as (case when points >= 50 then 'Strong' else 'Likely' end) stored,
  state text not null default 'Open' constraint duplicate_pair_state check (
    state in ('Open', 'Different', 'Locked', 'Proposed', 'Merged')
  ),
  -- The account that stays, once one of them is locked or to be merged.
  kept uuid,
  gone uuid,
  -- Who told them apart, locked one or has decided, with the reason.
  decidedby uuid constraint duplicate_pair_decidedby references portal.staff,
  "decidedAt" timestamptz,
  reason text,
  proposedby uuid constraint duplicate_pair_proposedby references portal.staff,
  "proposedAt" timestamptz,
  proposal text,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint duplicate_pair_once unique (one, other),
  constraint duplicate_pair_ordered check (one < other),
  constraint duplicate_pair_sides check (
    (kept, gone) in ((one, other), (other, one)) = (state in ('Locked', 'Proposed', 'Merged')) and (kept is null) = (gone is null)
  ),
  constraint duplicate_pair_told check (state in ('Open', 'Proposed') or num_nonnulls(decidedby, "decidedAt", reason) = 3),
  constraint duplicate_pair_proposed check (state not in ('Proposed', 'Merged') or num_nonnulls(proposedby, "proposedAt", proposal) = 3),
  constraint duplicate_pair_two_people check (state <> 'Merged' or decidedby <> proposedby)
);
create index duplicate_pair_of_other on portal.duplicate_pair (other);
create index duplicate_pair_by_time on portal.duplicate_pair ("createdAt", _id);
create index duplicate_pair_by_points on portal.duplicate_pair (points, _id);
create index duplicate_pair_by_state on portal.duplicate_pair (state, points, _id);

-- The mailbox that an address reaches: what stands behind a plus, and dots before the @, are the owner's own.
create function portal.mailbox_of(address text) returns text language sql immutable parallel safe as $$
  select replace(split_part(split_part(lower(address), '@', 1), '+', 1), '.', '') || '@' || split_part(lower(address), '@', 2)
$$;

-- Verified accounts, with what people are told apart by. The names of the bio go before those of the account.
create view portal.known_person as
  select a._id, a."createdAt", a.phonenumber, a.jamb, a.emailaddress, regexp_replace(a.jamb, '[^0-9]', '', 'g') as jambdigits,
    portal.mailbox_of(a.emailaddress) as mailbox, b.dateofbirth,
    concat_ws(' ', coalesce(b.lastname, a.lastname), coalesce(b.firstname, a.firstname),
      case when b.applicant is null then a.middlename else b.middlename end) as name,
    array_to_string(portal.name_words(concat_ws(' ', coalesce(b.lastname, a.lastname), coalesce(b.firstname, a.firstname),
      case when b.applicant is null then a.middlename else b.middlename end)), ' ') as words
  from portal.applicant a left join portal.bio b on b.applicant = a._id where a."verifiedAt" is not null;

-- Which accounts are alike, and by what. A phone number speaks only beside a like name: families and business centres share one.
create view portal.person_likeness as
  with person as materialized (select p.* from portal.known_person p
      where not exists (select from portal.account_lock l where l.applicant = p._id and l.mergedinto is not null)),
  sitting as materialized (select distinct s.applicant, s.examinationtype, s.examinationyear,
      upper(regexp_replace(s.examinationnumber, '[^[:alnum:]]', '', 'g')) as number
    from portal.olevel_sitting s join person p on p._id = s.applicant),
  found (one, other, reason, points) as (
    select a._id, b._id, 'Same figures of the JAMB number', 40 from person a join person b on b.jambdigits = a.jambdigits and a._id < b._id
      where a.jambdigits <> ''
    union all
    select a.applicant, b.applicant, 'Same examination number', 50 from sitting a join sitting b on a.applicant < b.applicant
      and (b.examinationtype, b.examinationyear, b.number) = (a.examinationtype, a.examinationyear, a.number) where a.number <> ''
    union all
    select a._id, b._id, 'Same mailbox', 40 from person a join person b on b.mailbox = a.mailbox and a._id < b._id
    union all
    select a._id, b._id, case when a.words = b.words then 'Same names and date of birth' else 'Like names and the same date of birth' end,
        case when a.words = b.words then 50 else 30 end
      from person a join person b on b.dateofbirth = a.dateofbirth and a._id < b._id where similarity(a.words, b.words) >= 0.55
    union all
    select a._id, b._id, case when a.words = b.words then 'Same names and phone number' else 'Like names and the same phone number' end,
        case when a.words = b.words then 30 else 20 end
      from person a join person b on b.phonenumber = a.phonenumber and a._id < b._id where similarity(a.words, b.words) >= 0.55)
  select one, other, string_agg(distinct reason, '; ') as reasons, least(sum(points), 200)::smallint as points
  from (select distinct one, other, reason, points from found) each
  group by one, other having sum(points) >= 30;

-- As the office lists it.
create view portal.duplicate_pair_line as
  select d.*, a.name || ' and ' || b.name as name, a.jamb || ', ' || b.jamb as jambs,
    lower(concat_ws(' ', '', a.name, b.name, a.jamb, b.jamb, a.emailaddress, b.emailaddress, a.phonenumber, b.phonenumber)) as search
  from portal.duplicate_pair d join portal.known_person a on a._id = d.one join portal.known_person b on b._id = d.other;

-- The same for the two side by side.
create view portal.person_compared as
  select p._id, a.firstname, p.name, p.jamb, p.emailaddress, p.phonenumber, p.dateofbirth, p."createdAt",
    (select coalesce(array_agg(concat_ws(' ', s.examinationtype, s.examinationyear, s.examinationnumber) order by s.slot), '{}')
      from portal.olevel_sitting s where s.applicant = p._id) as sittings
  from portal.known_person p join portal.applicant a on a._id = p._id;
