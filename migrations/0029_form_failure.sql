-- Which fields of which forms stop people: counts by day in Lagos, without what was typed and without who typed it.

-- How often a form was sent, and how often it was refused.
create table portal.form_attempt (
  day date not null,
  -- Method and path, as the contract writes them.
  call text not null,
  attempts integer not null constraint form_attempt_attempts check (attempts > 0),
  refused integer not null constraint form_attempt_refused check (refused between 0 and attempts),
  primary key (day, call)
);

-- How often a field of a form was refused, and with which sentence.
create table portal.form_failure (
  day date not null,
  call text not null,
  -- Empty where the refusal belongs to no single field.
  field text not null constraint form_failure_field check (char_length(field) <= 100),
  -- Empty where it would repeat what was typed, or tell of somebody.
  sentence text not null constraint form_failure_sentence check (char_length(sentence) <= 200),
  times integer not null constraint form_failure_times check (times > 0),
  primary key (day, call, field, sentence)
);

-- What the office's dashboard counts by, beside: a session's applications by programme, state, sex and stage, from the
-- index alone.
create index review_counted on portal.review (session, programme, stateoforigin, gender, state);
