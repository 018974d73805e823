import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import {
  addPurpose,
  holdReferencesOf,
  type PayBy,
  type Payment,
  type WantedReference,
} from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { FrozenInstalment } from "../../instalment/instalment.rules.ts";
import { everyStudent, recordsOfPerson } from "../../student/student.server.ts";
import { BILL_SCREEN } from "../bill.mail.server.ts";
import { type BillPart, partsOf } from "../bill.rules.ts";
import { forgiveLate } from "../line/line.late.server.ts";
import { billInPlaceOf, cancelBeyondBill, carryOn, leftOf, lockBill } from "../line/line.server.ts";

/** Tells the payments what tuition is: a payment counts on its bill, whatever the student is by then. */
export function addTuition(app: FastifyInstance): void {
  const { db } = app.portal;
  addPurpose(app, "tuition", {
    income: "tuition-fee",
    settle: async (work, payment, paidOn) => {
      await countOnBill(work, payment, paidOn);
      return null;
    },
    beyond: beyondBill,
    open: (work, payment) => cancelBeyondBill(work, billOf(payment)),
    spend: takeOutOfBill,
    regain: countAgain,
    takeBack: takeOffBill,
    payBy: (_, payment) => dueOf(db, payment),
    screen: BILL_SCREEN,
    receipt: ({ _id }) => `/student/receipt/${_id}`,
    next: async (on, payment) => ({ sentence: await nextSentence(on, billOf(payment)), path: BILL_SCREEN }),
  });
}

const billOf = ({ bill }: Payment): string => {
  if (!bill) throw new Error("A payment of tuition names no bill");
  return bill;
};

/** Counts a verified payment on its bill, once and in whole; what is more than the bill is its payer's credit. */
async function countOnBill(work: Work, payment: Payment, paidOn: string): Promise<void> {
  const { _id, amount_kobo } = payment;
  const bill = billOf(payment);
  await lockBill(work.trx, bill);
  await work.trx.insertInto("bill_payment").values({ payment: _id, bill, amount_kobo, paidon: paidOn }).execute();
  work.note({ deed: "bill.pay", subject: `bill:${bill}`, after: { payment: _id, amount_kobo, paidOn } });
  await settlePaid(work, bill);
}

/** More is paid on a bill, which is locked, than before. */
async function settlePaid(work: Work, bill: string): Promise<void> {
  await forgiveLate(work, await billInPlaceOf(work.trx, bill));
  await cancelBeyondBill(work, bill);
  await carryOn(work, bill);
}

/** How much of a payment that counts is more than the bill. */
async function beyondBill(trx: Trx, payment: Payment): Promise<number> {
  return Math.min(payment.amount_kobo, Math.max(0, -(await leftOf(trx, billOf(payment)))));
}

/** Money is taken out of a payment: what did not count is taken first, and what is then left counts on. */
async function takeOutOfBill(work: Work, payment: Payment, kobo: number): Promise<void> {
  const { trx, note } = work;
  const bill = billOf(payment);
  await lockBill(trx, bill);
  const { rows } = await sql<{ off_kobo: number }>`
    with off as (
      select c.payment, least(c.counted_kobo,
        greatest(0, ${kobo}::bigint - portal.credit_of(c.payment) + c.counted_kobo - c.tuition_kobo)) as kobo
      from portal.bill_counted c where c.payment = ${payment._id})
    update portal.bill_payment p set withdrawn_kobo = p.withdrawn_kobo + off.kobo from off where p.payment = off.payment
    returning off.kobo as off_kobo`.execute(trx);
  const off_kobo = rows[0]?.off_kobo ?? 0;
  note({ deed: "bill.take-out-of-payment", subject: `bill:${bill}`, after: { payment: payment._id, off_kobo } });
  await carryOn(work, bill);
}

/** What was taken off and could not be paid out counts again. */
async function countAgain(work: Work, payment: Payment, kobo: number): Promise<void> {
  const { trx, note } = work;
  const bill = billOf(payment);
  await lockBill(trx, bill);
  await sql`update portal.bill_payment set withdrawn_kobo = withdrawn_kobo - least(withdrawn_kobo, ${kobo}::bigint)
    where payment = ${payment._id} and "takenbackAt" is null`.execute(trx);
  note({ deed: "bill.count-again", subject: `bill:${bill}`, after: { payment: payment._id, kobo } });
  await settlePaid(work, bill);
}

async function nextSentence(db: Database, bill: string): Promise<string> {
  const left = await leftOf(db, bill);
  return left < 0
    ? `You have paid ${asNaira(naira(-left))} more than your bill: that is your credit, and the bursary decides with you what becomes of it. See your bill`
    : "See what your payment opens, and what is left";
}

/** A payment that the bank took back counts no more. */
async function takeOffBill(work: Work, payment: Payment): Promise<void> {
  const { trx, note } = work;
  const bill = billOf(payment);
  await lockBill(trx, bill);
  await sql`update portal.bill_payment set "takenbackAt" = now() where payment = ${payment._id} and "takenbackAt" is null`.execute(
    trx,
  );
  note({ deed: "bill.take-payment-off", subject: `bill:${bill}`, before: { payment: payment._id } });
  await carryOn(work, bill);
}

/** By when the next instalment is to be paid; null once that day is over, for whatever comes still counts. */
async function dueOf(db: Database, payment: Payment): Promise<PayBy | null> {
  const bill = await db
    .selectFrom("bill")
    .select(["instalments", "billed_kobo", "late_kobo", "moved_kobo", "paid_kobo"])
    .where("_id", "=", billOf(payment))
    .executeTakeFirstOrThrow();
  const next = nextPart(partsOf(frozen(bill.instalments), bill));
  if (!next || next.due < lagosDay(await clock(db))) return null;
  return { day: next.due, why: `By then this is to be paid: ${next.name}` };
}

export const frozen = (instalments: unknown): FrozenInstalment[] => instalments as FrozenInstalment[];

export const nextPart = (parts: readonly BillPart[]): BillPart | undefined =>
  parts.find(({ left_kobo }) => left_kobo > 0);

export interface PayableBill {
  readonly _id: string;
  readonly applicant: string | null;
  readonly session: string;
  readonly semester: number;
  readonly programme: string;
  readonly level: number;
  readonly serviceID: string;
  readonly instalments: unknown;
  readonly billed_kobo: number;
  readonly late_kobo: number;
  readonly moved_kobo: number;
  readonly paid_kobo: number;
  readonly balance_kobo: number;
  readonly matric: string | null;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly name: string;
  readonly emailaddress: string;
  readonly phonenumber: string | null;
}

/**
 * What is wished to be paid on a bill of one's own: an amount in naira, or all that is left. 404 for another's; refuses where
 * nothing is left, what is more than that, and less than the college takes at once.
 */
export const wantedTuition =
  (who: { readonly applicant: string; readonly student: string }, bill: string, amount: number | undefined) =>
  async (trx: Trx): Promise<WantedReference> => {
    // What is being paid just now is waited for, before it is judged how much is left.
    if (isId(bill)) await holdReferencesOf(trx, "bill", bill);
    const own = await ownBill(trx, who.student, bill);
    const amount_kobo = await amountToPay(trx, own, amount);
    return wantedOf(trx, own, { applicant: who.applicant, amount_kobo, part: partName(own, amount_kobo) });
  };

/** What is wished to be paid on a bill that is held. */
export async function wantedOf(
  trx: Trx,
  own: PayableBill,
  { applicant, amount_kobo, part }: { readonly applicant: string; readonly amount_kobo: number; readonly part: string },
): Promise<WantedReference> {
  const [titles, sessions] = await Promise.all([
    programmesById(trx, [own.programme]),
    sessionsById(trx, [own.session]),
  ]);
  const programme = titles.get(own.programme);
  const term = `${semesterWords(own.semester)} ${sessions.get(own.session)?.name ?? ""}`;
  return {
    applicant,
    purpose: "tuition",
    programme: own.programme,
    session: own.session,
    acceptanceof: null,
    bill: own._id,
    items: [{ _id: own._id, name: part, amount_kobo }],
    amount_kobo,
    servicetypeid: own.serviceID,
    description: `Tuition, ${programme ? programmeTitle(programme) : ""}, ${own.level} level, ${term}`,
    endsAt: await inHalfAYear(trx),
    payer: {
      payername: [own.firstname, own.middlename, own.lastname].filter(Boolean).join(" "),
      payer: own.name,
      payeremail: own.emailaddress,
      payerphone: own.phonenumber ?? "",
      matric: own.matric ?? "",
    },
  };
}

async function ownBill(trx: Trx, student: string, bill: string): Promise<PayableBill> {
  if (!isId(bill)) throw notFound();
  return heldBill(trx, sql`b._id = ${bill} and b.student in (${recordsOfPerson(sql`${student}::uuid`)})`);
}

/** A bill with whose it is, kept as it stands until the end of the transaction. 404 where there is none. */
export async function heldBill(trx: Trx, where: RawBuilder<unknown>): Promise<PayableBill> {
  const { rows } = await sql<PayableBill>`
    select b._id, b.session, b.semester, b.programme, b.level, b."serviceID", b.instalments, b.billed_kobo, b.late_kobo,
      b.moved_kobo, b.paid_kobo, b.balance_kobo, s.applicant, s.matric, s.firstname, s.middlename, s.lastname, s.name, s.emailaddress,
      s.phonenumber
    from portal.bill b join ${everyStudent()} s on s._id = b.student
    where ${where} for no key update of b`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function amountToPay(trx: Trx, { balance_kobo }: PayableBill, amount: number | undefined): Promise<number> {
  if (balance_kobo <= 0) throw refuse("bill-settled", "This bill is paid. There is nothing to pay");
  const wanted = amount === undefined ? balance_kobo : Math.round(amount * 100);
  if (wanted > balance_kobo)
    throw refuseFields("amount-too-much", {
      amount: `${asNaira(naira(balance_kobo))} is left of this bill. Pay at most that`,
    });
  const least = (await readSetting(trx, "leastTuitionPart")) * 100;
  if (wanted < least && wanted < balance_kobo)
    throw refuseFields("amount-too-little", {
      amount: `Pay at least ${asNaira(naira(Math.min(least, balance_kobo)))} at once`,
    });
  return wanted;
}

/** What an amount pays, in words for the receipt. */
function partName(bill: PayableBill, amount_kobo: number): string {
  const next = nextPart(partsOf(frozen(bill.instalments), bill));
  if (next?.left_kobo === amount_kobo) return next.name;
  return amount_kobo === bill.balance_kobo ? "All that was left of the bill" : "Part of the bill";
}

/** So long the portal asks about a reference by itself; whatever is paid later counts too. */
async function inHalfAYear(trx: Trx): Promise<string> {
  const { rows } = await sql<{ then: string }>`select now() + interval '180 days' as then`.execute(trx);
  return rows[0]?.then ?? "";
}
