-- What the students of a class read: a text, a file, or both.

alter table portal.stored_file drop constraint stored_file_kind_check,
  add constraint stored_file_kind_check check (kind in ('photo', 'document', 'material'));

create table portal.material (
  _id uuid primary key,
  topic uuid not null constraint material_topic references portal.topic,
  class uuid not null constraint material_class references portal.course_class,
  session uuid not null constraint material_session references portal.session,
  label text not null constraint material_label_length check (char_length(label) between 2 and 160),
  -- Whether students read it.
  status boolean not null default true,
  post text constraint material_post_length check (char_length(post) between 1 and 20000),
  file text constraint material_file references portal.stored_file (newname),
  -- Of the file.
  bytes integer,
  -- How often students have taken the file.
  downloads integer not null default 0,
  version integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  search text not null generated always as (lower(' ' || label)) stored,
  constraint material_of_something check (post is not null or file is not null),
  constraint material_bytes check ((file is null) = (bytes is null))
);
create index material_by_createdat on portal.material ("createdAt", _id);
create index material_by_label on portal.material (label, _id);
create index material_of_topic on portal.material (topic, "createdAt", _id);
create index material_in_class on portal.material (class);
create index material_of_session on portal.material (session, label, _id);
create index material_of_file on portal.material (file) where file is not null;
create index material_search on portal.material using gin (search gin_trgm_ops);

create function portal.place_material() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.topic <> old.topic then
    select t.class, t.session into new.class, new.session from portal.topic t where t._id = new.topic;
    if tg_op = 'UPDATE' and new.class <> old.class then
      raise exception 'a material stays in its class' using errcode = '23514', constraint = 'material_class_stays', table = 'material';
    end if;
  end if;
  if tg_op = 'INSERT' or new.file is distinct from old.file then
    new.bytes := (select f.bytes from portal.stored_file f where f.newname = new.file);
  end if;
  return new;
end $$;
create trigger material_placed before insert or update on portal.material
  for each row execute function portal.place_material();
