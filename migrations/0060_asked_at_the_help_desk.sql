-- What a clerk of the help desk cannot answer about a payment waits at the money desk; its answer is read at the counter.
insert into portal.payment_exception_kind (kind, byword, bystate) values ('Asked at the help desk', true, false);
-- One question at a time about a payment.
create unique index payment_exception_asked on portal.payment_exception (payment)
  where kind = 'Asked at the help desk' and "closedAt" is null;
