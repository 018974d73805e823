-- Whoever gets a loan is written to in the transaction that puts it on the bill: when that was, the booking says.
alter table portal.student_loan drop column "toldAt";
