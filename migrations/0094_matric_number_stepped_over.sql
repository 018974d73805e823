-- Serials whose number somebody had already, who came by a file or was given it by hand: the counter steps over them.
create table portal.matriculation_stepped_over (
  programme uuid not null,
  session uuid not null,
  serial integer not null,
  matric text not null,
  "createdAt" timestamptz not null default now(),
  primary key (programme, session, serial),
  constraint matriculation_stepped_over_counted foreign key (programme, session)
    references portal.matriculation_counter (programme, session)
);
create trigger matriculation_stepped_over_append_only before update or delete or truncate on portal.matriculation_stepped_over
  for each statement execute function portal.refuse_change();
