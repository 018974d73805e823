-- Which of the office's mails each member of staff gets: at once, in one mail a day, or not.

create table portal.staff_mail_choice (
  staff uuid not null constraint staff_mail_choice_staff references portal.staff on delete cascade,
  kind text not null,
  way text not null constraint staff_mail_choice_way check (way in ('At once', 'Daily', 'Never')),
  "updatedAt" timestamptz not null default now(),
  constraint staff_mail_choice_once primary key (staff, kind)
);

-- What waits for the one mail of the day.
create table portal.staff_digest_line (
  _id uuid primary key,
  staff uuid not null constraint staff_digest_line_staff references portal.staff on delete cascade,
  subject text not null,
  text text not null,
  "createdAt" timestamptz not null default now()
);
create index staff_digest_line_of on portal.staff_digest_line (staff, "createdAt");
