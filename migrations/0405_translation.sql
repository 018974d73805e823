-- What the college says in another language instead of what came with the portal, or confirmed. The English sentence is the key.
create table portal.translation (
  language text not null check (language in ('ha', 'yo', 'ig')),
  sentence text not null,
  words text not null check (words <> ''),
  version integer not null default 1,
  "updatedAt" timestamptz not null default now(),
  constraint translation_of_sentence primary key (language, sentence)
);
