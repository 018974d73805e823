-- The college's own words of a mail, a text or a paper. The shipped words stand in the code; a version never changes.
create table portal.template_version (
  _id uuid primary key,
  -- The key of the template, as the code has it.
  template text not null constraint template_version_template check (template ~ '^[a-z0-9-]{2,60}$'),
  -- From 1, within the template.
  number integer not null constraint template_version_from_one check (number >= 1),
  -- By part; null goes back to the words as shipped.
  words jsonb constraint template_version_words check (jsonb_typeof(words) = 'object'),
  -- What is new in it, for the office.
  note text not null constraint template_version_note check (char_length(note) between 2 and 200),
  state text not null default 'Proposed'
    constraint template_version_state check (state in ('Proposed', 'In force', 'Replaced', 'Declined', 'Withdrawn')),
  proposedby uuid not null constraint template_version_proposedby references portal.staff,
  decidedby uuid constraint template_version_decidedby references portal.staff,
  "decidedAt" timestamptz,
  decision text constraint template_version_decision check (char_length(decision) between 2 and 500),
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  constraint template_version_number unique (template, number),
  constraint template_version_two_people check (state not in ('In force', 'Replaced') or decidedby <> proposedby),
  constraint template_version_decided check ((state = 'Proposed') = (decidedby is null) and (decidedby is null) = ("decidedAt" is null))
);
create unique index template_version_in_force on portal.template_version (template) where state = 'In force';
create unique index template_version_one_proposed on portal.template_version (template) where state = 'Proposed';
create index template_version_proposedby on portal.template_version (proposedby);
create index template_version_decidedby on portal.template_version (decidedby);

create function portal.guard_template_version() returns trigger language plpgsql as $$
begin
  if (new._id, new.template, new.number, new.words, new.note, new.proposedby, new."createdAt")
    is distinct from
     (old._id, old.template, old.number, old.words, old.note, old.proposedby, old."createdAt") then
    raise exception 'a version of a template does not change';
  end if;
  return new;
end $$;
create trigger template_version_guard before update on portal.template_version
  for each row execute function portal.guard_template_version();
create trigger template_version_kept before delete or truncate on portal.template_version
  for each statement execute function portal.refuse_change();

-- By which template a mail was written, in which version of the college (null: as shipped), and its subject in the words as
-- shipped: what finds a mail again does not depend on the college's words.
alter table portal.outgoing_mail
  add column template text,
  add column wording integer,
  add column about text;
