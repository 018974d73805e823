import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { addBillLines, lockBills } from "../../bill/bill.server.ts";
import { refuseOwnStudents } from "../../student/student.server.ts";
import { FUND } from "../student-loan.rules.ts";
import {
  approveLoanBooking,
  checkLoanBooking,
  declineLoanBooking,
  loanBookings,
  proposeLoanBooking,
  proposeLoanUndone,
  withdrawLoanBooking,
} from "./booking.contract.ts";
import { tellOfLoans } from "./booking.mail.server.ts";
import { billsOfLoans, fits, type PlannedLoan, paidByStudent, planLoans, whyNot } from "./booking.plan.server.ts";
import { proposeUndone, undoLoan } from "./booking.undo.server.ts";

export const loanBookingRules: RecordRules<typeof loanBookings> = {
  of: loanBookings,
  table: "loan_booking",
  within: wholeCollege,
};

interface KeptBooking {
  readonly _id: string;
  readonly session: string;
  readonly title: string;
  readonly count: number;
  /** The loan that is taken off its bills, and why; null of a booking. */
  readonly undoes: string | null;
  readonly reason: string | null;
  readonly state: string;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

async function lockBooking(trx: Trx, id: string): Promise<KeptBooking | undefined> {
  const { rows } =
    await sql<KeptBooking>`select _id, session, title, count, undoes, reason, state, proposedby, decidedby,
      "decidedAt"
    from portal.loan_booking where _id = ${id} for update`.execute(trx);
  return rows[0];
}

const waitingOf = (session: string) => sql<boolean>`l.session = ${session} and l.state = 'Waiting'`;
const loansOf = (booking: string) => sql<boolean>`l.booking = ${booking} and l.state = 'Proposed'`;
/** What a booking is about, whether it puts loans on bills or takes one off. */
const loansAbout = ({ _id, undoes }: KeptBooking) => (undoes === null ? loansOf(_id) : sql<boolean>`l._id = ${undoes}`);

/** Nobody decides about the loan that one gets oneself. */
const bookingProposal: ProposalKind<KeptBooking> = {
  noun: "loan_booking",
  approval: "student-loans.approve",
  lock: lockBooking,
  keep: endProposal,
  whyLate: (trx, booking) => decidedAlready(trx, "This booking of loans", booking),
  async refuseOwn({ trx }, who, booking) {
    await refuseOwnStudents(trx, who, await planLoans(trx, loansAbout(booking)));
    return "";
  },
  notYours: "Only who proposed this booking withdraws it. Decline it, if you may",
};

/** Declined or withdrawn: the loans wait again. */
async function endProposal(
  { trx }: Work,
  { _id }: KeptBooking,
  state: string,
  { staff: decidedby, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  await sql`update portal.student_loan set state = 'Waiting', booking = null, version = version + 1, "updatedAt" = now()
    where booking = ${_id} and state = 'Proposed'`.execute(trx);
  await trx
    .updateTable("loan_booking")
    .set({ state, decidedby, decidedAt: sql`now()`, decision: reason, version: sql`version + 1` })
    .where("_id", "=", _id)
    .execute();
}

/** More than the reader looks through; the others stand in the list of loans. */
const MOST_TOLD = 50;

export function loanBookingCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const right = "student-loans.change";

  handle(app, checkLoanBooking, staff(right), async ({ who, body }) => {
    requireWholeCollege(who);
    await requireSession(db, body.session);
    const planned = await planLoans(db, waitingOf(body.session));
    const fit = planned.filter(fits);
    const credited = fit.filter((loan) => paidByStudent(loan) > 0);
    const [all, credit] = [amountOf(fit), creditOf(fit)];
    const sponsored = fit.reduce((sum, { sponsored_kobo }) => sum + sponsored_kobo, 0);
    return {
      ...{ count: fit.length, amount: naira(all), owed: naira(all - credit), credit: naira(credit - sponsored) },
      sponsored: naira(sponsored),
      credited: credited.length,
      refunds: credited
        .toSorted((one, other) => paidByStudent(other) - paidByStudent(one))
        .slice(0, MOST_TOLD)
        .map((loan) => ({
          ...{ student: loan.student, name: loan.name, matric: loan.matric },
          credit: naira(paidByStudent(loan)),
        })),
      refused: planned
        .filter((loan) => !fits(loan))
        .slice(0, MOST_TOLD)
        .map((loan) => ({ student: loan.student, name: loan.name, why: whyNot(loan) })),
    };
  });

  handleProposal(app, bookingProposal, proposeLoanBooking, {
    right,
    async propose(work, { who, body: { session, count } }) {
      const name = await requireSession(work.trx, session);
      const fit = (await planLoans(work.trx, waitingOf(session))).filter(fits);
      if (fit.length === 0) throw refuse("nothing-to-book", "No loan of this session waits that a bill takes");
      if (fit.length !== count)
        throw stale("rows-changed", `${asCount(fit.length, "loan")} would be booked by now. Look at them again`);
      await refuseOwnStudents(work.trx, who, fit);
      const booking = { _id: newId(), session, count, total_kobo: amountOf(fit) };
      const title = `${FUND} ${name}: ${asCount(count, "loan")}, ${asNaira(naira(booking.total_kobo))}`;
      await onConstraint(
        { loan_booking_one_proposed: waitsAlready },
        work.trx
          .insertInto("loan_booking")
          .values({ ...booking, title, proposedby: who.staff })
          .execute(),
      );
      await sql`update portal.student_loan set state = 'Proposed', booking = ${booking._id}, version = version + 1, "updatedAt" = now()
        where _id = any(${fit.map(({ loan }) => loan)}::uuid[])`.execute(work.trx);
      work.note({ deed: "loan_booking.propose", subject: `loan_booking:${booking._id}`, after: { title, ...booking } });
      return { message: `${title}: to be booked is proposed`, reply: { _id: booking._id } };
    },
  });

  handleProposal(app, bookingProposal, proposeLoanUndone, { right, propose: proposeUndone });

  handleWrittenStep(app, bookingProposal, approveLoanBooking, {
    right: "student-loans.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change(work, booking, { who }) {
      const { sums, message } = await bookOrUndo(work, config, booking);
      await work.trx
        .updateTable("loan_booking")
        .set({ state: "Approved", decidedby: who.staff, decidedAt: sql`now()`, version: sql`version + 1`, ...sums })
        .where("_id", "=", booking._id)
        .execute();
      return { message, after: sums };
    },
  });

  handlePlainStep(app, bookingProposal, declineLoanBooking, {
    right: "student-loans.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: (booking) => `Declined. ${staysAsItIs(booking)}`,
  });

  handlePlainStep(app, bookingProposal, withdrawLoanBooking, {
    right,
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: (booking) => `Withdrawn. ${staysAsItIs(booking)}`,
  });
}

const staysAsItIs = ({ undoes }: KeptBooking): string =>
  undoes === null ? "The bills stay as they are, and the loans wait" : "The loan stays on the bill";

/** Does what was proposed; answers what came of it. */
async function bookOrUndo(work: Work, config: Config, booking: KeptBooking) {
  const { undoes, reason } = booking;
  if (undoes !== null) {
    const sums = await undoLoan(work, config, { ...booking, undoes, reason: reason ?? "" });
    return { sums, message: `${asNaira(naira(sums.done_kobo))} is off the bill again. Correct the loan, or leave it` };
  }
  const { fit, left } = await bookLoans(work, config, booking);
  const more = left === 0 ? "" : `. ${asCount(left, "loan waits", "loans wait")} again: the bill is smaller by now`;
  const sums = { booked: fit.length, done_kobo: amountOf(fit), credit_kobo: creditOf(fit) };
  return { sums, message: `${asCount(fit.length, "loan")} booked${more}` };
}

const waitsAlready = () =>
  refuse("proposal-waits-already", "Loans of this session wait for a second person already. Decide about those first");

const amountOf = (loans: readonly PlannedLoan[]): number => loans.reduce((sum, one) => sum + one.amount_kobo, 0);
const creditOf = (loans: readonly PlannedLoan[]): number => loans.reduce((sum, one) => sum + one.credit_kobo, 0);

async function requireSession(db: Database | Trx, session: string): Promise<string> {
  const found = isId(session) ? (await sessionsById(db, [session])).get(session) : undefined;
  if (!found) throw refuseFields("choice-not-found", { session: "This session does not exist" });
  return found.name;
}

/** Puts the loans on the bills as these stand now; what a bill no longer takes waits again. Each student is written to. */
async function bookLoans(
  work: Work,
  config: Config,
  { _id, session }: KeptBooking,
): Promise<{ readonly fit: readonly PlannedLoan[]; readonly left: number }> {
  const { trx } = work;
  await lockBills(trx, await billsOfLoans(trx, loansOf(_id)));
  const planned = await planLoans(trx, loansOf(_id));
  const fit = planned.filter(fits);
  const name = await requireSession(trx, session);
  const label = `${FUND} loan ${name}`;
  const lines = fit.flatMap(({ loan, lines: own }) => own.map((line) => ({ loan, ...line })));
  const places = await addBillLines(
    work,
    lines.map(({ bill, amount_kobo }) => ({
      ...{ bill, kind: "loan" as const, label, amount_kobo: -amount_kobo },
      reason: `Approved by ${FUND}`,
      staff: null,
    })),
  );
  await keepBooked(trx, fit);
  const kept = JSON.stringify(lines.map((line) => ({ ...line, place: places.get(line.bill) })));
  await sql`insert into portal.student_loan_line (loan, bill, place, amount_kobo) select n.loan, n.bill, n.place, n.amount_kobo
    from jsonb_to_recordset(${kept}::jsonb) as n(loan uuid, bill uuid, place smallint, amount_kobo bigint)`.execute(
    trx,
  );
  await sql`update portal.student_loan set state = 'Waiting', booking = null, version = version + 1, "updatedAt" = now()
    where booking = ${_id} and state = 'Proposed'`.execute(trx);
  await tellOfLoans(trx, config, name, fit);
  return { fit, left: planned.length - fit.length };
}

async function keepBooked(trx: Trx, loans: readonly PlannedLoan[]): Promise<void> {
  const booked = JSON.stringify(loans.map(({ loan, credit_kobo }) => ({ loan, credit_kobo })));
  await sql`update portal.student_loan l set state = 'Booked', credit_kobo = n.credit_kobo, version = l.version + 1, "updatedAt" = now()
    from jsonb_to_recordset(${booked}::jsonb) as n(loan uuid, credit_kobo bigint) where l._id = n.loan`.execute(trx);
}

/** The bookings that somebody else than this member of staff has proposed. */
export const proposedBookings = (member: string): RawBuilder<unknown> =>
  sql`select from portal.loan_booking where state = 'Proposed' and proposedby <> ${member}`;
