-- Second and third choices on one application and one fee. The first choice is the application's own programme.
create table portal.application_choice (
  application uuid not null constraint application_choice_application references portal.application,
  rank smallint not null constraint application_choice_rank check (rank in (2, 3)),
  programme uuid not null constraint application_choice_programme references portal.programme,
  "createdAt" timestamptz not null default now(),
  primary key (application, rank),
  constraint application_choice_once unique (application, programme)
);
create index application_choice_programme on portal.application_choice (programme);

-- The desk's copy of it, by the codes of the programmes in their order.
alter table portal.review add column choices text;

create function portal.review_follows_choices() returns trigger language plpgsql as $$
begin
  update portal.review r set
    choices = (select string_agg(p.code, ', ' order by c.rank)
      from portal.application_choice c join portal.programme p on p._id = c.programme where c.application = r._id),
    -- Of a file that was there before: a merit list that was drawn by other choices is agreed to by nobody.
    "correctedAt" = case when r."createdAt" < now() then clock_timestamp() else r."correctedAt" end,
    version = r.version + case when r."createdAt" < now() then 1 else 0 end,
    "updatedAt" = now()
  where r._id in (select application from changed);
  return null;
end $$;
create trigger application_choice_added after insert on portal.application_choice
  referencing new table as changed for each statement execute function portal.review_follows_choices();
create trigger application_choice_removed after delete on portal.application_choice
  referencing old table as changed for each statement execute function portal.review_follows_choices();
create trigger application_choice_stays before truncate on portal.application_choice
  for each statement execute function portal.refuse_change();
