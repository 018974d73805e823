-- What a statement said that was taken back, a row for each of its lines, so that an auditor reads it.

create view portal.statement_line_taken_back as
select (l.line ->> '_id')::uuid as _id, t."createdAt", t.takenby, t.statement ->> 'name' as name,
  t.statement ->> 'source' as source, (l.line ->> 'row')::integer as row, (l.line ->> 'day')::date as day,
  l.line ->> 'rrr' as rrr, (l.line ->> 'amount_kobo')::bigint as amount_kobo, l.line ->> 'narration' as narration,
  l.line ->> 'bankreference' as bankreference,
  lower(concat_ws(' ', l.line ->> 'rrr', l.line ->> 'narration', l.line ->> 'bankreference', t.statement ->> 'name')) as search
from portal.statement_taken_back t, jsonb_array_elements(t.lines) l(line);
