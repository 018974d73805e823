-- The desk at work: verdicts, documents that are asked for again, notes, and who looks at which file.

alter table portal.review
  -- The version of the intake whose rules gave the verdict; 0 where there was no intake. Null until judged.
  add column judgedby integer,
  -- How the documents that were asked for again stand; null while none is open. The one that needs somebody comes first.
  add column papers text constraint review_papers check (papers in ('Arrived', 'Overdue', 'Awaited'));
create index review_by_papers on portal.review (papers, "createdAt", _id) where papers is not null;
create index review_of_rules on portal.review (session, programme, judgedby);
create index review_unjudged on portal.review (_id) where judgedby is null;

create table portal.document_request (
  _id uuid primary key,
  application uuid not null constraint document_request_application references portal.application,
  applicant uuid not null,
  -- The requirement whose document is asked for; null for one that no requirement names.
  requirement uuid constraint document_request_requirement references portal.admission_requirement,
  -- As it was called when it was asked for.
  label text not null constraint document_request_label check (char_length(label) between 2 and 120),
  reason text not null constraint document_request_reason check (char_length(reason) between 2 and 500),
  -- The last day, in Lagos; and when it was over while nothing had come.
  due date not null,
  "overdueAt" timestamptz,
  state text not null default 'Awaited' constraint document_request_state check (
    state in ('Awaited', 'Arrived', 'Accepted', 'Asked again', 'Withdrawn')
  ),
  -- What came; every one that came before it stands in document_arrival.
  file uuid constraint document_request_file references portal.stored_file,
  "arrivedAt" timestamptz,
  askedby uuid not null constraint document_request_askedby references portal.staff,
  closedby uuid constraint document_request_closedby references portal.staff,
  "closedAt" timestamptz,
  -- Why it was withdrawn or asked for again.
  remark text,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint document_request_came check ((file is null) = ("arrivedAt" is null)),
  constraint document_request_arrived check (state not in ('Arrived', 'Accepted') or file is not null),
  constraint document_request_closed check (
    (state in ('Awaited', 'Arrived')) = ("closedAt" is null) and ("closedAt" is null) = (closedby is null)
  )
);
create index document_request_of on portal.document_request (application, "createdAt");
create index document_request_of_applicant on portal.document_request (applicant, "createdAt");
create index document_request_awaited on portal.document_request (due) where state = 'Awaited' and "overdueAt" is null;
-- One and the same document is asked for once at a time.
create unique index document_request_once on portal.document_request (application, lower(label))
  where state in ('Awaited', 'Arrived');

-- Every file that came for a request: one that was sent in error and replaced is kept, too.
create table portal.document_arrival (
  request uuid not null constraint document_arrival_request references portal.document_request,
  file uuid not null constraint document_arrival_file references portal.stored_file,
  "createdAt" timestamptz not null default now(),
  primary key (request, file)
);
create trigger document_arrival_kept before update or delete or truncate on portal.document_arrival
  for each statement execute function portal.refuse_change();

create function portal.guard_document_request() returns trigger language plpgsql as $$
begin
  if (new._id, new.application, new.applicant, new.requirement, new.label, new.reason, new.due, new.askedby, new."createdAt")
    is distinct from
     (old._id, old.application, old.applicant, old.requirement, old.label, old.reason, old.due, old.askedby, old."createdAt") then
    raise exception 'what was asked for does not change';
  end if;
  if old.state not in ('Awaited', 'Arrived') or (old.state = 'Arrived' and new.state = 'Awaited') then
    raise exception 'a request does not go from % to %', old.state, new.state using constraint = 'document_request_step';
  end if;
  return new;
end $$;
create trigger document_request_guard before update on portal.document_request
  for each row execute function portal.guard_document_request();
create trigger document_request_kept before delete or truncate on portal.document_request
  for each statement execute function portal.refuse_change();

-- What is open, as the list of applications shows and finds it.
create function portal.review_follows_request() returns trigger language plpgsql as $$
begin
  update portal.review set asked = open.asked, papers = open.papers, version = version + 1, "updatedAt" = now()
  from (
    select count(*)::smallint as asked, case
        when bool_or(state = 'Arrived') then 'Arrived'
        when bool_or("overdueAt" is not null) then 'Overdue'
        when count(*) > 0 then 'Awaited' end as papers
    from portal.document_request where application = new.application and state in ('Awaited', 'Arrived')
  ) open
  where review._id = new.application and (review.asked, review.papers) is distinct from (open.asked, open.papers);
  return null;
end $$;
create trigger document_request_review after insert or update on portal.document_request
  for each row execute function portal.review_follows_request();

-- What members of the office write for each other. It is never changed and never deleted.
create table portal.review_note (
  _id uuid primary key,
  application uuid not null constraint review_note_application references portal.application,
  author uuid not null constraint review_note_author references portal.staff,
  post text not null constraint review_note_post check (char_length(post) between 2 and 1000),
  "createdAt" timestamptz not null default now()
);
create index review_note_of on portal.review_note (application, "createdAt");
create trigger review_note_kept before update or delete or truncate on portal.review_note
  for each statement execute function portal.refuse_change();

-- Who looks at which file, told every 20 seconds: what a crash loses is told again.
create unlogged table portal.review_viewer (
  application uuid not null,
  staff uuid not null,
  at timestamptz not null default now(),
  primary key (application, staff)
);
create index review_viewer_at on portal.review_viewer (at);
