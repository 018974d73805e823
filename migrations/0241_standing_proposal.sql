-- Warning, probation and withdrawal as a rule proposes them after a semester: with the figure and the rule, approved by another.

create table portal.standing_proposal (
  _id uuid primary key,
  student uuid not null constraint standing_proposal_student references portal.student,
  name text not null,
  matric text,
  programme uuid constraint standing_proposal_programme references portal.programme,
  level smallint,
  session uuid not null constraint standing_proposal_session references portal.session,
  semester smallint not null constraint standing_proposal_semester check (semester between 1 and 2),
  standing text not null constraint standing_proposal_standing check (standing in ('Warning', 'Probation', 'Withdrawal')),
  -- The average that the rule looks at, exact: points times units in hundredths, over units.
  points integer not null constraint standing_proposal_points check (points >= 0),
  units integer not null constraint standing_proposal_units check (units > 0),
  -- In words: which average, below what, for how long.
  rule text not null,
  state text not null default 'Proposed' constraint standing_proposal_state check (
    state in ('Proposed', 'Approved', 'Declined', 'Withdrawn', 'Overtaken')),
  proposedby uuid not null constraint standing_proposal_proposedby references portal.staff,
  decidedby uuid constraint standing_proposal_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint standing_proposal_decision check (char_length(decision) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || name || ' ' || coalesce(matric, ''))) stored,
  constraint standing_proposal_two_people check (decidedby <> proposedby or state not in ('Approved', 'Declined')),
  constraint standing_proposal_decided check (state not in ('Approved', 'Declined') or decidedby is not null)
);
create unique index standing_proposal_once on portal.standing_proposal (student, session, semester)
  where state in ('Proposed', 'Approved', 'Declined');
create index standing_proposal_by_createdat on portal.standing_proposal ("createdAt", _id);
create index standing_proposal_of_state on portal.standing_proposal (state, "createdAt", _id);
create index standing_proposal_of_term on portal.standing_proposal (session, semester, "createdAt", _id);
create index standing_proposal_of_programme on portal.standing_proposal (programme, "createdAt", _id);
create index standing_proposal_of_student on portal.standing_proposal (student);
create index standing_proposal_search on portal.standing_proposal using gin (search gin_trgm_ops);
create trigger student_unmerged after insert on portal.standing_proposal referencing new table as added
  for each statement execute function portal.require_unmerged();
create trigger standing_proposal_kept before delete or truncate on portal.standing_proposal
  for each statement execute function portal.refuse_change();
