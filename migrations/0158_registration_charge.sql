-- The charge of a late registration is a line of its own kind on a bill.
alter table portal.bill_line drop constraint bill_line_kind,
  add constraint bill_line_kind check (kind in ('fee', 'late', 'change', 'debt', 'waiver', 'scholarship', 'sponsor', 'loan', 'moved', 'refund',
    'registration')) not valid;
alter table portal.bill_line validate constraint bill_line_kind;
