import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { addressNow, textApplicant } from "#identity/account/account.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { type Mail, writeMail } from "#reference/message-template/message-template.server.ts";
import { groupedRrr, providerTime, type RemitaInvoice, type RemitaResult } from "../../remita/remita.rules.ts";
import {
  balancesOf,
  bookAgain,
  bookCredit,
  bookHeld,
  bookIncome,
  type IncomeAccount,
} from "../ledger/ledger.server.ts";
import { tellPaid } from "../lifecycle/lifecycle.cover.server.ts";
import { purposeOf } from "../lifecycle/lifecycle.purpose.server.ts";
import { heardFrom, keepEvent, type Payment } from "../lifecycle/lifecycle.step.server.ts";
import { isForMany, type Surplus } from "../payment-reference.rules.ts";
import { creditMail, heldMail } from "./verification.astray.server.ts";
import { paidMail, paidText, waivedMail } from "./verification.mail.server.ts";

/** Posts a letter about a payment to where its payer reads now: the office may have changed the address since it was made. */
export async function postToPayer(trx: Trx, { applicant, payeremail }: Payment, mail: Mail): Promise<void> {
  const { rows } = await sql<{ recipient: string }>`
    select ${addressNow(sql`${applicant}::uuid`, sql`${payeremail}::text`)} as recipient`.execute(trx);
  await writeMail(trx, { ...mail, recipient: rows[0]?.recipient ?? mail.recipient });
}

/**
 * What a step to PAID or HELD brings with it, or not at all: what was paid for, income or credit in the ledger; or money
 * in suspense. And a letter.
 */
export async function settlePayment(
  app: FastifyInstance,
  work: Work,
  moved: Payment,
  result: RemitaResult,
): Promise<void> {
  if (result.kind !== "paid") return;
  if (moved.state === "PAID")
    await settlePaid(app, work, moved, {
      paidOn: result.paidOn,
      bookIncome: (income, beyond_kobo) => bookIncome(work.trx, moved, income, beyond_kobo),
      bookCredit: () => bookCredit(work.trx, moved),
    });
  if (moved.state === "HELD") await settleHeld(app, work, moved, result);
}

/** Money in suspense, when it is certain that it came for this reference and how much. */
async function settleHeld(app: FastifyInstance, { trx }: Work, held: Payment, told: RemitaInvoice): Promise<void> {
  const ours = told.rrr === held.rrr && told.orderId === held.orderid;
  const paid = ours && told.amountKobo ? told.amountKobo : null;
  if (paid) await bookHeld(trx, held._id, paid);
  await postToPayer(trx, held, heldMail(app.portal.config, held, purposeOf(app, held), paid));
}

/** How a payment came to be paid, for the books. */
interface Settling {
  /** As the provider dates it; null when it did not say. */
  readonly paidOn: string | null;
  /** `beyond_kobo` of it is the payer's credit: there was less to pay. */
  bookIncome(income: IncomeAccount, beyond_kobo: number): Promise<void>;
  bookCredit(surplus: Surplus): Promise<void>;
}

/** What a step to PAID brings with it: what was paid for and income, or credit when it buys nothing; and a letter. */
export async function settlePaid(
  app: FastifyInstance,
  work: Work,
  paid: Payment,
  { paidOn, ...books }: Settling,
): Promise<void> {
  const rules = purposeOf(app, paid);
  const surplus = paid.surplus ?? (await rules.settle(work, paid, dayOf(paidOn, paid.verifiedAt as string)));
  if (!surplus) {
    await books.bookIncome(rules.income, (await rules.beyond?.(work.trx, paid)) ?? 0);
    if (!paid.waiver) await tellPaid(app, work, paid);
    const after = { next: await rules.next(work.trx, paid), unpaid: await unpaidBeside(work.trx, paid) };
    const letter = paid.waiver ? waivedMail : paidMail;
    await postToPayer(work.trx, paid, letter(app.portal.config, paid, rules, after));
    if (!paid.waiver) await textPayer(app, work.trx, paid);
    return;
  }
  if (!paid.surplus) {
    await work.trx.updateTable("payment_reference").set({ surplus }).where("_id", "=", paid._id).execute();
    work.note({ deed: "payment.surplus", subject: `payment:${paid._id}`, after: { surplus } });
  }
  await books.bookCredit(surplus);
  await postToPayer(work.trx, paid, creditMail(app.portal.config, paid, rules, surplus));
}

/** The same as a text to the applicant's own phone. */
async function textPayer({ portal: { config } }: FastifyInstance, trx: Trx, paid: Payment): Promise<void> {
  const { applicant } = paid;
  if (applicant)
    await textApplicant(trx, config, {
      ...{ applicant, kind: "Payment", template: paidText },
      values: {
        amount: asNaira(naira(paid.amount_kobo)),
        rrr: groupedRrr(paid.rrr ?? ""),
        link: config.publicUrl,
      },
    });
}

/**
 * The day of a payment in Lagos, `2026-11-20`: as the provider dates it, and at the latest the day on which it is heard
 * of. A bank may date an evening's payment on its next working day, or not at all.
 */
function dayOf(paidOn: string | null, heardAt: string): string {
  const told = paidOn && providerTime(paidOn);
  const heard = lagosDay(heardAt);
  return told && lagosDay(told) < heard ? lagosDay(told) : heard;
}

/** Another reference for the same that is still open; there is at most one. Of a bill it may be the next part. */
async function unpaidBeside(
  trx: Trx,
  { applicant, purpose, programme, session, serviceorder }: Payment,
): Promise<string | null> {
  if (purpose === "tuition" || isForMany(purpose)) return null;
  const open = await trx
    .selectFrom("payment_reference")
    .select("rrr")
    .where("applicant", "=", applicant)
    .where("purpose", "=", purpose)
    .where("programme", "=", programme)
    .where("session", "=", session)
    .where("serviceorder", "is not distinct from", serviceorder)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  return open?.rrr ?? null;
}

/**
 * Keeps an answer that changes no state: somebody was faster, or the payment is settled. Money that it tells of for a
 * reference which a credit had paid becomes credit, once, with a letter: it is there, and belongs to its payer.
 */
export async function keepBeside(app: FastifyInstance, _id: string, result: RemitaResult): Promise<void> {
  const heard = heardFrom(result);
  if (result.kind !== "paid" || !result.amountKobo) {
    await keepEvent(app.portal.db, _id, heard);
    return;
  }
  const { rrr, orderId, amountKobo } = result;
  await perform(app.portal.db, portalItself, async ({ trx, note }) => {
    const payment = await locked(trx, _id);
    await keepEvent(trx, _id, heard);
    note({ deed: "payment.heard", subject: `payment:${_id}`, after: heard });
    const ours = rrr === payment.rrr && orderId === payment.orderid;
    if (!ours || payment.state !== "PAID" || (await balancesOf(trx, _id)).provider) return;
    await bookAgain(trx, _id, amountKobo);
    await postToPayer(trx, payment, creditMail(app.portal.config, payment, purposeOf(app, payment), "second"));
  });
}

const locked = async (trx: Trx, _id: string): Promise<Payment> =>
  (await trx
    .selectFrom("payment_reference")
    .selectAll()
    .where("_id", "=", _id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as Payment;
