-- What JAMB says of a session: its candidates, the college's own screening, what came back from CAPS, and where it differs
-- from what stands here. JAMB's number tells people apart; the file that came last counts.

-- Letters and figures alone, small: "BIOLOGY / CHEMISTRY" is "biologychemistry".
create function portal.jamb_plain(said text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(said), '[^[:alnum:]]', '', 'g')
$$;

-- The words of a name, small and without marks, each once: "BELLO, Aisha-Musa" is {aisha,bello,musa}.
create function portal.jamb_words(name text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct word), '{}') from (
    select regexp_replace(part, '[^[:alnum:]]', '', 'g') as word
    from regexp_split_to_table(lower(normalize(name, nfd)), '[[:space:],.;-]+') part) words
  where word <> ''
$$;

-- Whether two names are one person's: all words of the shorter one, two at least, stand in the other, in whatever order.
create function portal.jamb_same_name(one text, other text) returns boolean language plpgsql immutable parallel safe as $$
declare
  mine text[];
  theirs text[];
begin
  if lower(one) = lower(other) then
    return true;
  end if;
  mine := portal.jamb_words(one);
  theirs := portal.jamb_words(other);
  return (mine <@ theirs or theirs <@ mine) and least(cardinality(mine), cardinality(theirs)) >= 2;
end $$;

-- Every file that was imported.
create table portal.jamb_list (
  _id uuid primary key,
  session uuid not null constraint jamb_list_session references portal.session,
  kind text not null constraint jamb_list_kind check (kind in ('Candidates', 'Screening scores', 'CAPS return')),
  rows integer not null,
  added integer not null,
  changed integer not null,
  same integer not null,
  -- Rows about which there was something to remark.
  remarked integer not null,
  -- Of the file, SHA-256.
  digest bytea not null,
  staff uuid not null constraint jamb_list_staff references portal.staff,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || kind)) stored
);
create index jamb_list_by_createdat on portal.jamb_list ("createdAt", _id);
create index jamb_list_of_session on portal.jamb_list (session, kind, "createdAt", _id);
create trigger jamb_list_kept before update or delete or truncate on portal.jamb_list
  for each statement execute function portal.refuse_change();

-- What JAMB calls a course, and the programme that it is here; null until somebody says.
create table portal.jamb_course (
  _id uuid primary key,
  course text not null constraint jamb_course_course check (char_length(course) between 2 and 200),
  programme uuid constraint jamb_course_programme references portal.programme,
  matched boolean not null generated always as (programme is not null) stored,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || course)) stored
);
create unique index jamb_course_once on portal.jamb_course (portal.jamb_plain(course));
create index jamb_course_search on portal.jamb_course using gin (search gin_trgm_ops);
create index jamb_course_by_course on portal.jamb_course (course, _id);
create index jamb_course_by_createdat on portal.jamb_course ("createdAt", _id);
create index jamb_course_of_programme on portal.jamb_course (programme, course, _id);
create index jamb_course_by_matched on portal.jamb_course (matched, course, _id);

-- Who chose the college with JAMB.
create table portal.jamb_candidate (
  _id uuid primary key,
  session uuid not null constraint jamb_candidate_session references portal.session,
  jamb text not null constraint jamb_candidate_jamb check (jamb ~ '^\d{8,12}[A-Z]{2}$'),
  name text not null constraint jamb_candidate_name check (char_length(name) between 2 and 200),
  gender text constraint jamb_candidate_gender check (gender in ('Male', 'Female')),
  -- In the portal's spelling; null where the file says nothing.
  stateoforigin text,
  -- In the portal's spelling; null where the file says nothing, or nothing that is known.
  lgaoforigin text,
  course uuid constraint jamb_candidate_course references portal.jamb_course,
  utme smallint constraint jamb_candidate_utme check (utme between 0 and 400),
  subjects text,
  -- The file that it came from last.
  list uuid not null constraint jamb_candidate_list references portal.jamb_list,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || jamb || ' ' || name)) stored,
  constraint jamb_candidate_once unique (session, jamb)
);
create index jamb_candidate_search on portal.jamb_candidate using gin (search gin_trgm_ops);
create index jamb_candidate_by_createdat on portal.jamb_candidate ("createdAt", _id);
create index jamb_candidate_by_name on portal.jamb_candidate (name, _id);
create index jamb_candidate_by_jamb on portal.jamb_candidate (jamb, _id);
create index jamb_candidate_of_session on portal.jamb_candidate (session, "createdAt", _id);
create index jamb_candidate_by_origin on portal.jamb_candidate (stateoforigin, "createdAt", _id);
create index jamb_candidate_of_course on portal.jamb_candidate (course);

create view portal.jamb_candidate_line as
  select c._id, c.session, c.jamb, c.name, c.gender, c.stateoforigin, c.lgaoforigin, c.course, k.programme, c.utme, c.subjects,
    c.version, c."createdAt", c.search
  from portal.jamb_candidate c left join portal.jamb_course k on k._id = c.course;

-- The college's own screening.
create table portal.screening_score (
  _id uuid primary key,
  session uuid not null constraint screening_score_session references portal.session,
  jamb text not null constraint screening_score_jamb check (jamb ~ '^\d{8,12}[A-Z]{2}$'),
  -- Null for who did not come.
  score numeric(5, 2) constraint screening_score_score check (score between 0 and 100),
  list uuid not null constraint screening_score_list references portal.jamb_list,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || jamb)) stored,
  constraint screening_score_once unique (session, jamb)
);
create index screening_score_search on portal.screening_score using gin (search gin_trgm_ops);
create index screening_score_by_createdat on portal.screening_score ("createdAt", _id);
create index screening_score_by_jamb on portal.screening_score (jamb, _id);
create index screening_score_of_session on portal.screening_score (session, "createdAt", _id);

create view portal.screening_score_line as
  select s._id, s.session, s.jamb, c.name, k.programme, trim_scale(s.score)::text as score, s.score is not null as came,
    s.version, s."createdAt", s.search
  from portal.screening_score s
    left join portal.jamb_candidate c on c.session = s.session and c.jamb = s.jamb
    left join portal.jamb_course k on k._id = c.course;

-- What came back from CAPS; of several rows about one number the newest counts.
create table portal.caps_return (
  _id uuid primary key,
  session uuid not null constraint caps_return_session references portal.session,
  jamb text not null constraint caps_return_jamb check (jamb ~ '^\d{8,12}[A-Z]{2}$'),
  name text constraint caps_return_name check (char_length(name) between 2 and 200),
  course uuid constraint caps_return_course references portal.jamb_course,
  status text not null constraint caps_return_status check (status in ('Approved', 'Accepted', 'Pending', 'Not approved')),
  -- The file's own word.
  said text not null,
  list uuid not null constraint caps_return_list references portal.jamb_list,
  newest boolean not null,
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || jamb || ' ' || coalesce(name, ''))) stored,
  constraint caps_return_once unique (list, jamb)
);
create unique index caps_return_newest on portal.caps_return (session, jamb) where newest;
create index caps_return_search on portal.caps_return using gin (search gin_trgm_ops);
create index caps_return_by_createdat on portal.caps_return ("createdAt", _id);
create index caps_return_by_jamb on portal.caps_return (jamb, _id);
create index caps_return_of_session on portal.caps_return (session, "createdAt", _id);
create index caps_return_by_status on portal.caps_return (status, "createdAt", _id);
create index caps_return_of_course on portal.caps_return (course);
create trigger caps_return_kept before delete or truncate on portal.caps_return
  for each statement execute function portal.refuse_change();

create view portal.caps_return_line as
  select r._id, r.session, r.jamb, coalesce(r.name, c.name) as name, r.course, k.programme, r.status, r.said, r."createdAt", r.search
  from portal.caps_return r
    left join portal.jamb_candidate c on c.session = r.session and c.jamb = r.jamb
    left join portal.jamb_course k on k._id = r.course
  where r.newest;

-- Where JAMB and the college do not say the same, as it was when somebody looked last.
create table portal.jamb_difference (
  _id uuid primary key,
  session uuid not null constraint jamb_difference_session references portal.session,
  kind text not null,
  jamb text not null,
  name text not null,
  -- The application that it is about; null where there is none. Both are taken from rows that keep them there.
  application uuid,
  programme uuid,
  here text not null,
  there text not null,
  -- Who and what it is about.
  about text not null generated always as (kind || ' ' || jamb || ' ' || coalesce(application::text, '')) stored,
  -- Since when it is known.
  "createdAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || jamb || ' ' || name)) stored,
  constraint jamb_difference_once unique (session, about)
);
create index jamb_difference_search on portal.jamb_difference using gin (search gin_trgm_ops);
create index jamb_difference_by_createdat on portal.jamb_difference ("createdAt", _id);
create index jamb_difference_by_name on portal.jamb_difference (name, _id);
create index jamb_difference_by_jamb on portal.jamb_difference (jamb, _id);
create index jamb_difference_of_session on portal.jamb_difference (session, kind, name, _id);
create index jamb_difference_of_kind on portal.jamb_difference (kind, "createdAt", _id);
create index jamb_difference_of_programme on portal.jamb_difference (programme, "createdAt", _id);

create table portal.jamb_difference_look (
  session uuid primary key constraint jamb_difference_look_session references portal.session,
  at timestamptz not null
);

-- Whom the college proposes on CAPS: who is recommended for good, and whoever has an offer; with the place on the newest
-- frozen merit list.
create view portal.caps_proposal_line as
  select r._id, r.session, r.jamb, r.name, r.gender, r.stateoforigin, r.lgaoforigin, r.programme, r.type, r.utme,
    trim_scale(r.screening)::text as screening,
    (select count(*)::int from unnest(r.grades) g where g <= 6) as credits,
    (select string_agg((array['A1', 'B2', 'B3', 'C4', 'C5', 'C6', 'D7', 'E8', 'F9'])[g], ' ') from unnest(r.grades) g) as grades,
    m.points, m.aggregate::text as aggregate, m.rank, m.outcome, m.quota, r.state, r."createdAt", r.search
  from portal.review r
    left join lateral (
      select p.points, p.aggregate, p.rank, p.outcome, p.quota from portal.merit_place p
      where p.application = r._id and p.run = (
        select n._id from portal.merit_run n where n.session = r.session and n.state = 'Frozen' order by n.version desc limit 1)
    ) m on true
  where r.state in ('Offered', 'Accepted')
    or r.state = 'Recommended' and exists (select from portal.recommended c where c.application = r._id);

-- Who has accepted a place and paid for it: the list from which the college matriculates.
create view portal.matriculation_line as
  select r._id, r.session, r.jamb, r.code, r.name, r.gender, r.stateoforigin, r.lgaoforigin, r.programme,
    -- Who enters with a certificate begins a year later, unless the programme takes as long whichever way one enters.
    case when r.type = 'JAMB UTME' or p.durationyears is not null then 100 else 200 end as level,
    r.type, r."createdAt", r.search
  from portal.review r join portal.programme p on p._id = r.programme
  where r.state = 'Accepted';
