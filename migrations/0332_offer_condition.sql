-- The conditions of a conditional offer, one for each line of what it asks for, each met or not, with its day.

alter table portal.release_line add column conditiondue date;
alter table portal.offer add column conditiondue date;

create table portal.offer_condition (
  _id uuid primary key default gen_random_uuid(),
  application uuid not null constraint offer_condition_offer references portal.offer on delete cascade,
  place smallint not null,
  words text not null constraint offer_condition_words check (char_length(words) between 1 and 500),
  -- The last day to meet it, in Lagos; null where nobody has said one.
  due date,
  state text not null default 'Open' constraint offer_condition_state check (state in ('Open', 'Met', 'Not met')),
  -- The proof that was seen, or what is wrong with it.
  note text constraint offer_condition_note check (char_length(note) between 2 and 500),
  -- Null where its day was over and nobody had said that it is met.
  decidedby uuid constraint offer_condition_decidedby references portal.staff,
  "decidedAt" timestamptz,
  constraint offer_condition_once unique (application, place),
  constraint offer_condition_decided check ((state = 'Open') = ("decidedAt" is null) and (decidedby is null or "decidedAt" is not null)),
  constraint offer_condition_proved check (state <> 'Met' or (note is not null and decidedby is not null))
);
create index offer_condition_due on portal.offer_condition (due) where state = 'Open';

create function portal.write_conditions() returns trigger language plpgsql as $$
begin
  insert into portal.offer_condition (application, place, words, due)
  select new.application, row_number() over (order by line.place), btrim(line.words), new.conditiondue
  from regexp_split_to_table(new.condition, E'\n') with ordinality as line(words, place) where btrim(line.words) <> '';
  return null;
end $$;
create trigger offer_conditions after insert on portal.offer
  for each row when (new.condition is not null) execute function portal.write_conditions();

insert into portal.offer_condition (application, place, words)
select o.application, row_number() over (partition by o.application order by line.place), btrim(line.words)
from portal.offer o cross join regexp_split_to_table(o.condition, E'\n') with ordinality as line(words, place)
where o.condition is not null and btrim(line.words) <> '';

-- What was proposed goes out with the day that was proposed.
create or replace function portal.guard_release_line() returns trigger language plpgsql as $$
declare
  whose uuid := case when tg_op = 'DELETE' then old.release else new.release end;
begin
  if tg_op = 'UPDATE' and (new._id, new.release, new.application, new.applicant, new.programme, new.code, new.name, new.jamb,
      new.place, new.kind, new.condition, new.conditiondue, new.reason, new.words, new.merit, new."createdAt")
    is not distinct from (old._id, old.release, old.application, old.applicant, old.programme, old.code, old.name, old.jamb,
      old.place, old.kind, old.condition, old.conditiondue, old.reason, old.words, old.merit, old."createdAt") then
    return new;
  end if;
  if not exists (select from portal.release where _id = whose and state = 'Draft') then
    raise exception 'a list changes while it is a draft' using constraint = 'release_line_draft';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
