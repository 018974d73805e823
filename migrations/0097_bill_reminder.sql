-- A student is reminded of an instalment some days before its day, once.
create table portal.bill_reminder (
  bill uuid not null constraint bill_reminder_bill references portal.bill,
  due date not null,
  "createdAt" timestamptz not null default now(),
  primary key (bill, due)
);
