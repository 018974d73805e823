-- Whether a JSON object has exactly these keys.
create function portal.holds_exactly(object jsonb, keys text[]) returns boolean language sql immutable
  return object ?& keys and object - keys = '{}';

create table portal.alevel_result (
  _id uuid primary key,
  applicant uuid not null references portal.applicant on delete cascade,
  type text not null,
  -- The fields of its type, all of them texts. Specification 3.
  results jsonb not null,
  -- At most five.
  place smallint not null constraint alevel_result_five check (place between 1 and 5),
  -- A submitted application relies on it: no longer deleted by the applicant. Contract 3.8.
  locked boolean not null default false,
  "createdAt" timestamptz not null default now(),
  constraint alevel_result_place unique (applicant, place),
  constraint alevel_result_once unique (applicant, type, results),
  constraint alevel_result_year check ((results ->> 'yearOfGraduation') ~ '^[0-9]{4}$'),
  constraint alevel_result_fields check (case type
    when 'Diploma' then portal.holds_exactly(results, array['institutionName', 'yearOfGraduation',
      'courseOfStudy', 'classification', 'diplomaType', 'cgpa'])
    when 'IJMB' then portal.holds_exactly(results, array['institutionName', 'yearOfGraduation',
      'educationSubject', 'educationSubjectGrade', 'educationSubject2', 'educationSubject2Grade',
      'educationSubject3', 'educationSubject3Grade'])
    when 'NCE' then portal.holds_exactly(results, array['institutionName', 'yearOfGraduation',
      'educationSubject', 'educationSubjectGrade', 'educationSubject2', 'educationSubject2Grade',
      'educationSubject3', 'educationSubject3Grade'])
    else false end)
);
