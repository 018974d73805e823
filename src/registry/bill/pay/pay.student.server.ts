import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun, PaperOfFile, StudentStep } from "#console/noun/noun.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { PaymentPurpose } from "#payments/payment-reference/payment-reference.rules.ts";
import { isToPay, paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import {
  everyPaymentOf,
  generateReference,
  itemsOf,
  type OwnPayment,
  payPageOf,
  verifyOwn,
  viewOf,
} from "#payments/payment-reference/payment-reference.server.ts";
import { slipOf } from "#payments/payment-slip/payment-slip.server.ts";
import { ownReceipt } from "#payments/receipt/receipt.server.ts";
import { bareRrr } from "#payments/remita/remita.rules.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { FrozenInstalment } from "../../instalment/instalment.rules.ts";
import { accountsOfStudent, studentsOfAccount } from "../../student/student.server.ts";
import { student } from "../../student-sign-in/student-sign-in.server.ts";
import { BILL_SCREEN } from "../bill.mail.server.ts";
import { billsOf, ownBillOf } from "../bill.read.server.ts";
import { type BillSums, partsOf } from "../bill.rules.ts";
import {
  type BillReference,
  openBillPayPage,
  payBill,
  readOwnAccount,
  readOwnBill,
  readOwnReceipt,
  readOwnSlip,
  verifyBillPayment,
} from "./pay.contract.ts";
import { nextPart, wantedTuition } from "./pay.server.ts";

const tuition = (applicant: string) => ({ applicant, purpose: "tuition" as const });

/** The student's own account, and the way to pay it; the payments are the machine of every other fee. */
export function studentBillCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readOwnAccount, student, ({ who }) => billsOf(db, who.student));

  handle(app, readOwnBill, student, async ({ who, params }) => {
    const bill = await ownBillOf(db, who.student, params.id);
    const payments = await paymentsOfStudent(db, who.student);
    return {
      bill,
      references: payments.filter((payment) => payment.bill === bill._id).map(asReference),
      least: await readSetting(db, "leastTuitionPart"),
      asOf: await clock(db),
    };
  });

  handle(app, payBill, student, async (ask) => {
    const want = wantedTuition(ask.who, ask.params.id, ask.body.amount);
    const { payment, message } = await generateReference(app, ask, want);
    const { _id, rrr, amount_kobo, state } = payment;
    return { type: "success" as const, message, _id, rrr, amount: naira(amount_kobo), state };
  });

  handle(app, verifyBillPayment, student, async ({ who, params }) => {
    const payment = await verifyOwn(app, tuition(await payerAmong(db, who, params.id)), params.id);
    const { state, surplus } = payment;
    const message = paymentSentence(viewOf(payment));
    return { type: "success" as const, message, isverified: state === "PAID", state, surplus };
  });

  handle(app, openBillPayPage, student, async ({ who, params }) =>
    payPageOf(app, tuition(await payerAmong(db, who, params.id)), params.id),
  );

  handle(app, readOwnSlip, student, async ({ who, params }) =>
    slipOf(app, await payerAmong(db, who, params.id), params.id),
  );

  handle(app, readOwnReceipt, student, async ({ who, params }) =>
    ownReceipt(app, await payerAmong(db, who, params.id), params.id),
  );
}

export const receiptPapers: Noun["papers"] = Object.fromEntries(
  (["tuition", "service"] as const).map((purpose) => [
    `receipt-${purpose}`,
    {
      right: "receipts",
      read: async (app, { student: of }) => of && newestReceiptOf(app, of._id, purpose),
    } satisfies PaperOfFile,
  ]),
);

/** The receipt of the newest payment of a student for a purpose that was verified; null without one. */
async function newestReceiptOf(app: FastifyInstance, of: string, purpose: PaymentPurpose) {
  const paid = (await paymentsOfStudent(app.portal.db, of)).flatMap(({ _id, applicant, purpose: what, verifiedAt }) =>
    what === purpose && verifiedAt !== null && applicant !== null
      ? [{ _id, applicant, at: Date.parse(verifiedAt) }]
      : [],
  );
  const [newest] = paid.toSorted((one, other) => other.at - one.at);
  return newest ? ownReceipt(app, newest.applicant, newest._id) : null;
}

/** The payments of a student, by whichever account: whose records were merged had two. */
export async function paymentsOfStudent(db: Database, student: string): Promise<OwnPayment[]> {
  const accounts = await accountsOfStudent(db, student);
  return (await Promise.all(accounts.map((account) => everyPaymentOf(db, account)))).flat();
}

/** The account of the student's that made a payment; the one that is signed in where it is nobody's of these. */
export async function payerAmong(
  db: Database,
  { applicant, student: own }: { readonly applicant: string; readonly student: string },
  named: string,
): Promise<string> {
  const accounts = await accountsOfStudent(db, own);
  if (accounts.length < 2) return applicant;
  const made = (await paymentsOfStudent(db, own)).find(({ _id, rrr }) => _id === named || rrr === bareRrr(named));
  return made?.applicant ?? applicant;
}

function asReference(payment: OwnPayment): BillReference {
  const { _id, rrr, amount_kobo, state, verifiedAt, createdAt } = payment;
  return {
    _id,
    rrr,
    amount: naira(amount_kobo),
    part: itemsOf(payment)[0]?.name ?? "",
    state,
    payable: !!rrr && isToPay(payment),
    receipt: verifiedAt !== null,
    message: paymentSentence(viewOf(payment)),
    createdAt,
  };
}

type OwedBill = BillSums & { readonly instalments: readonly FrozenInstalment[] };

/** The bill of which something is due first. */
export const billToPay: StudentStep<OwedBill> = {
  rank: 300,
  found: (of) => sql<OwedBill | null>`(
    select jsonb_build_object('instalments', b.instalments, 'billed_kobo', b.billed_kobo, 'late_kobo', b.late_kobo, 'moved_kobo', b.moved_kobo,
      'paid_kobo', b.paid_kobo)
    from portal.bill b where b.student in (${studentsOfAccount(of.account)}) and b.owedsince is not null order by b.owedsince limit 1)`,
  say: (owed) => {
    const next = nextPart(partsOf(owed.instalments, owed));
    return {
      sentence: next
        ? `${next.name} of your bill is to be paid by ${asDay(next.due)}: ${asNaira(naira(next.left_kobo))}.`
        : "Your bill is to be paid.",
      deed: "See the bill and pay",
      link: BILL_SCREEN,
    };
  },
};
