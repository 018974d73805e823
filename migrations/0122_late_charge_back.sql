-- Two people take one late charge of a bill back, and charge it again where that was wrong. By the clock it comes once.

alter table portal.bill_adjustment
  drop constraint bill_adjustment_kind,
  add constraint bill_adjustment_kind check (kind in ('waiver', 'scholarship', 'change', 'debt', 'late-back', 'taking-back')),
  drop constraint bill_adjustment_how_much,
  add constraint bill_adjustment_how_much check (undoes is not null or case when kind in ('late-back', 'taking-back')
    then percent is null and amount_kobo is null else (percent is null) <> (amount_kobo is null) end);

drop index portal.bill_line_late_once;
create unique index bill_line_late_once on portal.bill_line (latecharge, bill)
  where latecharge is not null and takesback is null and staff is null;
create index bill_line_late on portal.bill_line (label) where latecharge is not null and takesback is null;
