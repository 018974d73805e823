import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionName, usualRunningSession } from "#calendar/session/session.server.ts";
import type { MergePair, MergePart, Noun } from "#console/noun/noun.server.ts";
import type { FormChange, RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { type Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyBill } from "../bill/bill.server.ts";
import { studentsFound } from "../student/student.server.ts";
import { loanTemplates } from "./booking/booking.mail.server.ts";
import { fits, whyNot } from "./booking/booking.plan.server.ts";
import { loanBookingCalls, loanBookingRules, proposedBookings } from "./booking/booking.server.ts";
import { loanReceipts, readLoanSums, studentLoans } from "./student-loan.contract.ts";
import { impossibleLoans, ownLoans } from "./student-loan.impossible.server.ts";
import { FUND, isLoanOpen, type LoanState } from "./student-loan.rules.ts";

/** Of loans as they are brought in, those that may not be: what stands on bills, and what no bill takes. */
async function loansRefused({ trx }: Work, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Refusal>> {
  const billed = await billedFor(trx, changes);
  return new Map(
    changes.flatMap(({ id, before, form }): [string, Refusal][] => {
      if (before && !isLoanOpen(before.state)) return [[id, standsOnBills(before.state as LoanState)]];
      const loan = { amount_kobo: Math.round(Number(form.amount) * 100), billed_kobo: billed.get(id) ?? 0 };
      if (fits(loan)) return [];
      const field = loan.billed_kobo === 0 ? "student" : "amount";
      return [[id, refuseFields("loan-beyond-bill", { [field]: whyNot(loan) })]];
    }),
  );
}

const standsOnBills = (state: LoanState): Refusal =>
  refuse(
    "loan-booked-already",
    state === "Booked"
      ? "This student's loan of the session is booked already, with another amount or number. One loan pays a session"
      : "This student's loan of the session waits to be approved, with another amount or number. Withdraw that booking first",
  );

/** What was billed for the session of each, in kobo, by the change's `id`. */
async function billedFor(trx: Trx, changes: readonly FormChange[]): Promise<ReadonlyMap<string, number>> {
  const asked = JSON.stringify(changes.map(({ id, form: { student, session } }) => ({ id, student, session })));
  const { rows } = await sql<{ id: string; billed_kobo: number }>`
    select n.id, sum(greatest(b.billed_kobo, 0))::bigint as billed_kobo
    from jsonb_to_recordset(${asked}::jsonb) as n(id uuid, student uuid, session uuid)
    join ${everyBill()} b on b.student = n.student and b.session = n.session group by n.id`.execute(trx);
  return new Map(rows.map(({ id, billed_kobo }) => [id, billed_kobo]));
}

const loanRules: RecordRules<typeof studentLoans> = {
  of: studentLoans,
  table: "student_loan",
  within: wholeCollege,
  instead: "It has stood on a bill before, so it stays. Correct it",
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  usual: async (trx) => ({ session: (await usualRunningSession(trx)).session }),
  constraints: {
    student_loan_once: [
      "value-taken",
      "student",
      "The student has a loan of this session already. Change that one while it waits",
    ],
  },
  check: async (_work, { before, form }) => {
    if (form || !before) return;
    if (before.state !== "Waiting")
      throw refuse("loan-booked-already", "This loan is on its way to the bill or has stood there, so it stays");
  },
  many: { apart: {}, check: loansRefused, columns: [], fills: async () => new Map() },
};

const receiptRules: RecordRules<typeof loanReceipts> = {
  of: loanReceipts,
  table: "loan_receipt",
  within: wholeCollege,
  usual: async (trx) => ({ session: (await usualRunningSession(trx)).session }),
  constraints: {
    loan_receipt_once: ["value-taken", "reference", "This sum was written down already. Change that one"],
  },
};

interface Sums {
  readonly session: string;
  readonly name: string;
  readonly waiting: number;
  readonly waiting_kobo: number;
  readonly booked: number;
  readonly booked_kobo: number;
  readonly credit_kobo: number;
  readonly received_kobo: number;
}

async function sumsOf(db: Database): Promise<Replied<typeof readLoanSums>> {
  const { rows } = await sql<Sums>`
    select n.session, ${sessionName(sql<string>`n.session`)} as name, sum(n.waiting)::int as waiting,
      sum(n.waiting_kobo)::bigint as waiting_kobo, sum(n.booked)::int as booked, sum(n.booked_kobo)::bigint as booked_kobo,
      sum(n.credit_kobo)::bigint as credit_kobo, sum(n.received_kobo)::bigint as received_kobo
    from (
      select session, count(*) filter (where state in ('Waiting', 'Proposed')) as waiting,
        coalesce(sum(amount_kobo) filter (where state in ('Waiting', 'Proposed')), 0) as waiting_kobo,
        count(*) filter (where state = 'Booked') as booked,
        coalesce(sum(amount_kobo) filter (where state = 'Booked'), 0) as booked_kobo, sum(credit_kobo) as credit_kobo,
        0 as received_kobo
      from portal.student_loan group by session
      union all
      select session, 0, 0, 0, 0, 0, sum(amount_kobo) from portal.loan_receipt group by session) n
    group by n.session order by name desc limit 5`.execute(db);
  return rows.map((one) => ({
    session: { _id: one.session, name: one.name },
    waiting: { count: one.waiting, amount: naira(one.waiting_kobo) },
    booked: { count: one.booked, amount: naira(one.booked_kobo) },
    credit: naira(one.credit_kobo),
    received: naira(one.received_kobo),
    left: naira(one.booked_kobo - one.received_kobo),
  }));
}

/** The students whose loan of a session is on its way or booked, as a part of a larger query: rows of `student`. */
export const lentFor = (session: string): RawBuilder<unknown> =>
  sql`select lent.student from portal.student_loan lent where lent.session = ${session} and lent.state <> 'Undone'`;

interface GoingLoan {
  readonly session: string;
  readonly state: LoanState;
  /** Whether the record that stays has a loan of the same session. */
  readonly twin: boolean;
}

async function goingLoans(trx: Trx, { kept, gone }: MergePair): Promise<GoingLoan[]> {
  const { rows } = await sql<GoingLoan>`
    select coalesce(${sessionName(sql.ref("l.session"))}, '') as session, l.state,
      exists (select from portal.student_loan k where k.student = ${kept._id} and k.session = l.session) as twin
    from portal.student_loan l where l.student = ${gone._id} and l.state <> 'Undone' order by l."createdAt", l._id`.execute(
    trx,
  );
  return rows;
}

/** A loan goes along with its bill; of two of one session the one that is booked stays where it was booked. */
const loanMerge: MergePart = {
  tables: ["student_loan"],
  async plan(trx, pair) {
    const loans = await goingLoans(trx, pair);
    const said = (of: readonly GoingLoan[], words: (session: string) => string) =>
      of.map(({ session }) => words(session));
    return {
      moves: said(
        loans.filter(({ state, twin }) => !twin && state !== "Proposed"),
        (session) => `${FUND}'s loan of ${session} goes along`,
      ),
      stays: said(
        loans.filter(({ state, twin }) => twin && state === "Booked"),
        (session) => `Both have a loan of ${session}. The one that goes stays where it was booked`,
      ),
      stops: [
        ...said(
          loans.filter(({ state }) => state === "Proposed"),
          (session) => `A loan of ${session} waits to be booked. Decide about that booking first, under Student loans`,
        ),
        ...said(
          loans.filter(({ state, twin }) => twin && state === "Waiting"),
          (session) => `Both have a loan of ${session}. Delete the one that is not booked first, under Student loans`,
        ),
      ],
    };
  },
  async move({ trx }, { kept, gone }) {
    await sql`update portal.student_loan l set student = ${kept._id}, version = l.version + 1, "updatedAt" = now()
      where l.student = ${gone._id}
        and not exists (select from portal.student_loan k where k.student = ${kept._id} and k.session = l.session)`.execute(
      trx,
    );
  },
};

export const studentLoanNoun: Noun = {
  name: "student-loan",
  templates: loanTemplates,
  calls: (app: FastifyInstance) => {
    loanBookingCalls(app);
    handle(app, readLoanSums, staff("student-loans"), ({ who }) => {
      requireWholeCollege(who);
      return sumsOf(app.portal.db);
    });
  },
  records: [loanRules, receiptRules],
  listings: [loanBookingRules],
  ownRows: [ownLoans],
  merges: [loanMerge],
  impossible: impossibleLoans,
  waiting: [
    {
      right: "student-loans.approve",
      rows: ({ staff: member }) => proposedBookings(member),
      one: `One booking of ${FUND}'s loans waits for your approval.`,
      many: `bookings of ${FUND}'s loans wait for your approval.`,
      deed: "See the bookings",
      link: "/staff/student-loans/bookings?state=Proposed",
    },
  ],
};
