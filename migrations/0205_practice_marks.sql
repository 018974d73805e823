-- A mark of teaching practice belongs to its posting, and says when two people had confirmed it: of two the later one stands.

alter table portal.past_mark
  add column "confirmedAt" timestamptz,
  drop constraint past_mark_posting,
  -- Two marks change places in one statement, when records are merged.
  add constraint past_mark_posting unique (posting) deferrable initially immediate,
  add constraint past_mark_of_posting foreign key (posting) references portal.practice_posting not valid;
alter table portal.past_mark validate constraint past_mark_of_posting;
update portal.past_mark m set "confirmedAt" = p."decidedAt" from portal.practice_posting p where p._id = m.posting;
alter table portal.past_mark
  add constraint past_mark_confirmed check ((source = 'Teaching practice') = ("confirmedAt" is not null)) not valid;
alter table portal.past_mark validate constraint past_mark_confirmed;

-- What was confirmed beside a mark that the registry brought in waits again, as it does from now on: until one of the two is out.
alter table portal.practice_posting disable trigger practice_posting_guard;
update portal.practice_posting p set state = 'Proposed', decidedby = null, "decidedAt" = null, version = p.version + 1, "updatedAt" = now()
from portal.practice_round r, portal.past_mark m
where r._id = p.round and p.state = 'Confirmed' and m.source = 'Past marks'
  and (m.student, m.session, m.semester, lower(m.course)) = (p.student, r.session, r.semester, lower(p.course))
  and not exists (select from portal.practice_posting other where other.student = p.student and other._id <> p._id
    and (other.state in ('Posted', 'Proposed') or (other.state = 'Confirmed' and other."decidedAt" > p."decidedAt")));
alter table portal.practice_posting enable trigger practice_posting_guard;
