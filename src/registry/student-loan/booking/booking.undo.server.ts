import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyBill, everyBillLine, lockBills, type PlacedLine, takeLinesBack } from "../../bill/bill.server.ts";
import { refuseOwnStudents, studentById } from "../../student/student.server.ts";
import { FUND, type LoanState } from "../student-loan.rules.ts";
import type { proposeLoanUndone } from "./booking.contract.ts";
import { tellOfUndone } from "./booking.mail.server.ts";

interface BookedLoan {
  readonly _id: string;
  readonly student: string;
  readonly session: string;
  readonly amount_kobo: number;
  /** What of it had been paid already when it was booked, and became credit. */
  readonly credit_kobo: number;
  readonly state: LoanState;
}

async function lockLoan(trx: Trx, id: string): Promise<BookedLoan> {
  const { rows } = isId(id)
    ? await sql<BookedLoan>`select _id, student, session, amount_kobo, credit_kobo, state from portal.student_loan
      where _id = ${id} for update`.execute(trx)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The lines of a loan that stand on bills: not taken back. */
async function linesOfLoan(trx: Trx, loan: string): Promise<PlacedLine[]> {
  const { rows } = await sql<PlacedLine>`select n.bill, n.place from portal.student_loan_line n
    where n.loan = ${loan} and not exists (
      select from ${everyBillLine()} back where back.bill = n.bill and back.takesback = n.place)
    order by n.bill`.execute(trx);
  return rows;
}

/**
 * Refuses to undo a loan whose student has got back what had been paid before: who undoes it would leave that open. The
 * bills are held, where it is done.
 */
async function requireCreditLeft(trx: Trx, { credit_kobo }: BookedLoan, lines: readonly PlacedLine[]): Promise<void> {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(b.paid_kobo), 0)::bigint as kobo from ${everyBill()} b
    where b._id = any(${lines.map(({ bill }) => bill)}::uuid[])`.execute(trx);
  const gone = credit_kobo - (rows[0]?.kobo ?? 0);
  if (gone > 0)
    throw refuse(
      "credit-given-back",
      `${asNaira(naira(gone))} that had been paid before the loan was given back or used since. If it is not paid out yet, say so under Withdrawals; else bring it in as a debt under Changes of bills, and have it paid. Then undo the loan, and that debt`,
    );
}

type Asked = Ask<Officer, typeof proposeLoanUndone.path, { readonly reason: string }>;

/** Keeps that a booked loan is to be taken off its bills. Refuses what is not booked, one's own, and what was given back since. */
export async function proposeUndone({ trx, note }: Work, { who, params, body: { reason } }: Asked) {
  const loan = await lockLoan(trx, params.id);
  if (loan.state !== "Booked") throw refuse("loan-not-booked", "Only a loan that is booked is taken off the bill");
  const student = await studentById(trx, loan.student);
  if (!student) throw notFound();
  await refuseOwnStudents(trx, who, [student]);
  await requireCreditLeft(trx, loan, await linesOfLoan(trx, loan._id));
  const called = [student.name, student.matric].filter(Boolean).join(", ");
  const booking = { _id: newId(), session: loan.session, count: 1, total_kobo: loan.amount_kobo };
  const title = `${FUND}, to be undone: ${called}, ${asNaira(naira(loan.amount_kobo))}`.slice(0, 200);
  const waits = () =>
    refuse("proposal-waits-already", "To undo this loan is proposed already, and waits for a second person");
  await onConstraint(
    { loan_booking_one_undoing: waits },
    trx
      .insertInto("loan_booking")
      .values({ ...booking, title, undoes: loan._id, reason, proposedby: who.staff })
      .execute(),
  );
  note({ deed: "loan_booking.propose-undoing", subject: `loan_booking:${booking._id}`, after: { title }, reason });
  return { message: title, reply: { _id: booking._id } };
}

interface Undoing {
  readonly _id: string;
  readonly undoes: string;
  readonly reason: string;
  readonly proposedby: string;
}

/** Takes a loan off its bills by lines against it; what it had made credit pays again. The student is written to. */
export async function undoLoan(
  work: Work,
  config: Config,
  { undoes, reason, proposedby }: Undoing,
): Promise<{ readonly booked: number; readonly done_kobo: number; readonly credit_kobo: number }> {
  const { trx, note } = work;
  const loan = await lockLoan(trx, undoes);
  if (loan.state !== "Booked")
    throw stale("loan-not-booked", "This loan is not booked any more, so nothing was changed. Decline this");
  const lines = await linesOfLoan(trx, loan._id);
  await lockBills(
    trx,
    lines.map(({ bill }) => bill),
  );
  await requireCreditLeft(trx, loan, lines);
  await takeLinesBack(
    work,
    lines.map((line) => ({ ...line, reason, staff: proposedby })),
  );
  await sql`update portal.student_loan set state = 'Undone', credit_kobo = 0, version = version + 1, "updatedAt" = now()
    where _id = ${loan._id}`.execute(trx);
  note({ deed: "student_loan.undo", subject: `student_loan:${loan._id}`, before: { state: loan.state }, reason });
  await tellOfUndone(trx, config, { ...loan, reason });
  return { booked: 1, done_kobo: loan.amount_kobo, credit_kobo: loan.credit_kobo };
}
