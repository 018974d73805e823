import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";
import { newOrderId } from "../../remita/remita.server.ts";
import { balancesOf, bookMoved, bookPayout, bookReturned, bookWithdrawal } from "../ledger/ledger.server.ts";
import { purposeOf } from "../lifecycle/lifecycle.purpose.server.ts";
import { keepEvent, type Payment, stepWithin } from "../lifecycle/lifecycle.step.server.ts";
import type { WantedReference } from "../lifecycle/lifecycle.wanted.server.ts";
import { isForMany, surplusWords } from "../payment-reference.rules.ts";
import { areOfOnePerson } from "../read/read.desk.server.ts";
import { planCheck } from "./verification.hold.server.ts";
import { checkPaymentJob } from "./verification.job.server.ts";
import { settlePaid } from "./verification.settle.server.ts";

/** What is left of a paid payment: of its income and its credit, in kobo. Nothing of what is not paid. */
export async function leftOfPayment(
  db: Database | Trx,
  { _id, state, purpose }: Pick<Payment, "_id" | "state" | "purpose">,
): Promise<{ readonly left_kobo: number; readonly credit_kobo: number }> {
  // What a sponsor has paid is spread or given back under Sponsorships, what a list has left by a correction.
  if (state !== "PAID" || isForMany(purpose)) return { left_kobo: 0, credit_kobo: 0 };
  const balances = await balancesOf(db, _id);
  const credit_kobo = -(balances.credit ?? 0);
  return { left_kobo: credit_kobo - (balances[`${purpose}-fee`] ?? 0), credit_kobo };
}

/** What two people have decided to take out of a payment that the caller has locked. */
interface Withdrawing {
  readonly withdrawal: string;
  readonly amount_kobo: number;
  /** Why, as it was proposed. */
  readonly said: string;
}

/** Takes money out of a payment, to be paid out to its payer. Refuses more than is left of it. */
export async function withdrawToPayOut(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  by: Withdrawing,
): Promise<void> {
  await takeOut(app, work, payment, by, "payable");
}

/** What was taken out of a payment was paid out. */
export async function payOut(
  { trx, note }: Work,
  { _id, surplus }: Payment,
  { withdrawal, amount_kobo, said }: Withdrawing,
): Promise<void> {
  await bookPayout(trx, { withdrawal, payment: _id, amount_kobo });
  await keepEvent(trx, _id, { kind: "refunded", said, amount_kobo, withdrawal });
  if (surplus) await spendCredit(trx, _id, "refunded");
  note({ deed: "payment.pay-out", subject: `payment:${_id}`, after: { withdrawal, amount_kobo } });
}

/** What was taken out of a payment could not be paid out: it is the payer's credit again, and pays a bill that needs it. */
export async function returnToCredit(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  { withdrawal, amount_kobo, said }: Withdrawing,
): Promise<void> {
  const { _id, surplus } = payment;
  await sql`update portal.payment_reference set withdrawn_kobo = withdrawn_kobo - ${amount_kobo} where _id = ${_id}`.execute(
    work.trx,
  );
  await bookReturned(work.trx, { withdrawal, payment: _id, amount_kobo });
  await keepEvent(work.trx, _id, { kind: "returned", said, amount_kobo, withdrawal });
  if (!surplus) await purposeOf(app, payment).regain?.(work, payment, amount_kobo);
  work.note({ deed: "payment.return", subject: `payment:${_id}`, after: { withdrawal, amount_kobo } });
}

/**
 * Takes money out of one payment, and pays an open reference of the same person with it, which is for just as much. Both are
 * locked. Refuses what would buy nothing.
 */
export async function moveToReference(
  app: FastifyInstance,
  work: Work,
  { from, to }: { readonly from: Payment; readonly to: Payment },
  by: Withdrawing,
): Promise<void> {
  if (!(await areOfOnePerson(work.trx, from, to)) || to.amount_kobo !== by.amount_kobo)
    throw refuse(
      "credit-target-unfit",
      "Money is moved to an open reference of the same person and the same amount only",
    );
  await takeOut(app, work, from, by, "transfer");
  const paidon = await today(work.trx);
  const { withdrawal, amount_kobo } = by;
  const said = `from ${groupedRrr(from.rrr ?? "")}. ${by.said}`;
  const heard = { kind: "moved", said, rrr: to.rrr, orderid: to.orderid, amount_kobo, paidon, withdrawal };
  const moved = await stepWithin(work, to, { to: "PAID", heard });
  if (!moved)
    throw refuse("payment-has-moved", "The reference has moved meanwhile, so nothing was changed. Look at it again");
  await settlePaid(app, work, moved, {
    paidOn: paidon,
    bookIncome: (income, beyond_kobo) => bookMoved(work.trx, moved, income, beyond_kobo),
    bookCredit: async (surplus) => {
      throw refuse(
        "reference-buys-nothing",
        `Paid now, this reference would buy nothing (${surplusWords[surplus].toLowerCase()}). The money stays`,
      );
    },
  });
  // Its reference is still known at every bank: whoever pays it all the same is heard of.
  await planCheck(work.trx, checkPaymentJob, moved._id, 60);
}

/** Takes money out of one payment, and pays what is `wanted` with it, without a reference of the provider's. */
export async function moveToWanted(
  app: FastifyInstance,
  work: Work,
  from: Payment,
  wanted: WantedReference,
  by: Withdrawing,
): Promise<void> {
  const { withdrawal, amount_kobo } = by;
  await takeOut(app, work, from, by, "transfer");
  const { payer, entry: _entry, ...rest } = wanted;
  const { payername, payer: filed, payeremail, payerphone, matric } = payer ?? from;
  const made = await work.trx
    .insertInto("payment_reference")
    .values({
      ...{ ...rest, payername, payer: filed, payeremail, payerphone, matric, withdrawal },
      _id: newId(),
      orderid: newOrderId(),
      items: JSON.stringify(wanted.items),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const paidon = await today(work.trx);
  const heard = {
    kind: "moved",
    said: `from ${groupedRrr(from.rrr ?? "")}. ${by.said}`,
    amount_kobo,
    paidon,
    withdrawal,
  };
  const moved = await stepWithin(work, made as Payment, { to: "PAID", heard });
  if (!moved) throw new Error("Nobody else knows of what was just made");
  const rules = purposeOf(app, moved);
  const surplus = await rules.settle(work, moved, lagosDay(moved.verifiedAt ?? ""));
  if (surplus) throw new Error("What is paid without a reference takes whatever comes");
  await bookMoved(work.trx, moved, rules.income, (await rules.beyond?.(work.trx, moved)) ?? 0);
  work.note({ deed: "payment.move-in", subject: `payment:${moved._id}`, after: { withdrawal, amount_kobo } });
}

async function takeOut(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  { withdrawal, amount_kobo, said }: Withdrawing,
  to: "payable" | "transfer",
): Promise<void> {
  const { _id, surplus } = payment;
  const rules = purposeOf(app, payment);
  if (payment.state === "PAID" && !surplus) await rules.spend?.(work, payment, amount_kobo);
  const { left_kobo } = await leftOfPayment(work.trx, payment);
  if (amount_kobo > left_kobo)
    throw refuse(
      "withdrawal-too-much",
      `Only ${asNaira(naira(left_kobo))} is left of this payment by now, so nothing was changed. Propose less`,
    );
  await sql`update portal.payment_reference set withdrawn_kobo = withdrawn_kobo + ${amount_kobo} where _id = ${_id}`.execute(
    work.trx,
  );
  await bookWithdrawal(work.trx, { withdrawal, payment: _id, amount_kobo }, to, rules.income);
  await keepEvent(work.trx, _id, { kind: "withdrawn", said, amount_kobo, withdrawal });
  work.note({ deed: "payment.withdraw", subject: `payment:${_id}`, after: { withdrawal, amount_kobo } });
  if (amount_kobo < left_kobo) return;
  if (!surplus && (await rules.empty?.(work, payment))) {
    await work.trx.updateTable("payment_reference").set({ surplus: "withdrawn" }).where("_id", "=", _id).execute();
    work.note({ deed: "payment.surplus", subject: `payment:${_id}`, after: { surplus: "withdrawn" } });
  }
  if (to === "transfer") await spendCredit(work.trx, _id, "applied");
}

/** Of a payment that buys nothing, once nothing is left of it: what became of its money. */
const spendCredit = (trx: Trx, _id: string, as: "refunded" | "applied") =>
  sql`update portal.payment_reference set creditused = ${as}
    where _id = ${_id} and surplus is not null and creditused is null and portal.credit_of(_id) = 0
      and portal.payable_of(_id) = 0`.execute(trx);

/** Today in Lagos, as the provider would date it. */
async function today(trx: Trx): Promise<string> {
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'Africa/Lagos')::date::text as day`.execute(
    trx,
  );
  return `${rows[0]?.day} 12:00:00 AM`;
}
