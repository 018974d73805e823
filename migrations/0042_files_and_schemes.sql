-- How an imported file was called, and what there was to say about its rows: the first of them. A file that came before has
-- neither.
alter table portal.jamb_list
  add column file text constraint jamb_list_file check (char_length(file) between 1 and 200),
  add column remarks jsonb not null default '[]' constraint jamb_list_remarks check (jsonb_typeof(remarks) = 'array');

-- A run with what it weighs and how it shares its seats, in short: lists of a session are told apart by it.
create or replace view portal.merit_run_line as
  select r._id, 'Run ' || r.version || ' of ' || s.name as title, r.session, r.version as number, r.state, r.note,
    r.applications, r.offers, r.waiting, r.entries, r.madeby, r.proposedby, r.approvedby, r."frozenAt", r."createdAt",
    concat_ws(', ',
      'UTME ' || nullif(r.scheme ->> 'utme', '0'),
      'screening ' || nullif(r.scheme ->> 'screening', '0'),
      'O-Level ' || nullif(r.scheme ->> 'olevel', '0'))
    || '; ' || (
      select string_agg((q.of ->> 'name') || ' ' || (q.of ->> 'share'), ', ' order by q.nth)
      from jsonb_array_elements(r.scheme -> 'quotas') with ordinality q(of, nth)) as scheme
  from portal.merit_run r join portal.session s on s._id = r.session;
