-- What a class is taught, week by week.

create table portal.topic (
  _id uuid primary key,
  -- The course by which it was said; it holds for the whole class.
  course uuid not null constraint topic_course references portal.course,
  class uuid not null constraint topic_class references portal.course_class,
  session uuid not null constraint topic_session references portal.session,
  label text not null constraint topic_label_length check (char_length(label) between 2 and 160),
  status boolean not null default true,
  -- Where it stands in the class, from 1.
  place smallint not null constraint topic_place check (place between 1 and 500),
  -- Of the semester.
  week smallint constraint topic_week check (week between 1 and 30),
  -- That of an earlier session.
  copiedfrom uuid constraint topic_copiedfrom references portal.topic on delete set null,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label)) stored,
  constraint topic_copied_once unique (class, copiedfrom)
);
create index topic_by_createdat on portal.topic ("createdAt", _id);
create index topic_by_label on portal.topic (label, _id);
create index topic_in_class on portal.topic (class, place, "createdAt", _id);
create index topic_of_course on portal.topic (course, label, _id);
create index topic_of_session on portal.topic (session, label, _id);
create index topic_of_copiedfrom on portal.topic (copiedfrom) where copiedfrom is not null;
create index topic_search on portal.topic using gin (search gin_trgm_ops);

create function portal.place_topic() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.course = old.course then
    new.place := coalesce(new.place, old.place);
    return new;
  end if;
  select c.class, c.session into new.class, new.session from portal.course c where c._id = new.course;
  if tg_op = 'UPDATE' and new.class <> old.class then
    raise exception 'a topic stays in its class' using errcode = '23514', constraint = 'topic_class_stays', table = 'topic';
  end if;
  new.place := coalesce(new.place, old.place);
  if new.place is null then
    select coalesce(max(t.place), 0) + 1 into new.place from portal.topic t where t.class = new.class;
  end if;
  return new;
end $$;
create trigger topic_placed before insert or update on portal.topic
  for each row execute function portal.place_topic();
