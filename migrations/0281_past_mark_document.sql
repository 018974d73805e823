-- On which document a past mark stands, such as "Senate list of 12.3.2021": its student reads it, and the transcript says it.
alter table portal.past_mark
  add column document text constraint past_mark_document check (char_length(document) between 2 and 120);
