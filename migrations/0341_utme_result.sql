-- The UTME of an applicant: as it was typed, or as JAMB's list says it, which nobody types over.
create table portal.utme_result (
  applicant uuid primary key references portal.applicant on delete cascade,
  -- Beside Use of English.
  subjects text[] not null constraint utme_result_subjects check (cardinality(subjects) between 0 and 3),
  score smallint constraint utme_result_score check (score between 0 and 400),
  source text not null default 'typed' constraint utme_result_source check (source in ('typed', 'JAMB')),
  locked boolean not null default false,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  -- What JAMB says is locked by that.
  constraint utme_result_locked check (source <> 'JAMB' or locked)
);
