-- Of which day which lecturer was reminded, once each: a week before, a day before, and when it was over.

create table portal.score_reminder (
  class uuid not null constraint score_reminder_class references portal.course_class,
  staff uuid not null constraint score_reminder_staff references portal.staff,
  day date not null,
  kind text not null constraint score_reminder_kind check (kind in ('Week', 'Day', 'Late')),
  "createdAt" timestamptz not null default now(),
  primary key (class, staff, day, kind)
);
create index score_deadline_by_day on portal.score_deadline (day, _id);
