import { sql } from "kysely";
import type * as v from "valibot";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields, refuseForm, stale } from "#kit/wire/refusal.server.ts";
import { NOT_REVERSED } from "#payments/payment-reference/payment-reference.rules.ts";
import {
  areOfOnePerson,
  lockedPayment,
  owedOf,
  type Payment,
} from "#payments/payment-reference/payment-reference.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { proposeCorrection } from "./payment-correction.contract.ts";
import { correctionsOf, usesMoney } from "./payment-correction.rules.ts";

type Proposal = v.InferOutput<typeof proposeCorrection.body>;

/**
 * Keeps what somebody wants done about a payment, for another to approve. Refuses one's own payment (403), what its state
 * does not allow, a second proposal (409), and evidence that one has not sent oneself.
 */
export async function proposePaymentCorrection({ trx, note }: Work, { who, body }: Ask<Officer, string, Proposal>) {
  const payment = await lockedPayment(trx, body.payment);
  await refuseOwnFiles(trx, who, [payment.applicant]);
  const owed = await owedOf(trx, payment);
  if (body.kind === "Reverse" && owed.moved) throw refuse("money-moved-already", NOT_REVERSED);
  if (!correctionsOf(payment.state, owed).includes(body.kind))
    throw refuse("correction-not-possible", `This payment can not be corrected so as it stands now. Look at it again`);
  const evidence = await ownFile(trx, who.staff, body.evidence);
  if (evidence?.kind !== "document") throw refuseFields("evidence-missing", { evidence: "Send the evidence first" });
  const said = await shown(trx, payment, body, owed.kobo);
  const row = {
    _id: newId(),
    payment: payment._id,
    kind: body.kind,
    reason: body.reason,
    proposedby: who.staff,
    fromstate: payment.state,
    evidence: evidence._id,
    ...said,
    rrr: payment.rrr,
    payername: payment.payer,
    jamb: payment.jamb,
  };
  const waiting = () =>
    stale(
      "proposal-waits-already",
      "A correction of this payment was proposed already, and waits. Look under Corrections",
    );
  await onConstraint(
    { payment_correction_one_proposed: waiting, payment_correction_one_target: waiting },
    trx.insertInto("payment_correction").values(row).execute(),
  );
  note({ deed: "payment_correction.propose", subject: `payment_correction:${row._id}`, after: row });
  note({
    deed: "payment.propose-correction",
    subject: `payment:${payment._id}`,
    after: { kind: row.kind },
    reason: row.reason,
  });
  return { message: "Proposed", reply: { _id: row._id } };
}

/** What the evidence shows, as this kind of correction needs it; under its field what is missing or can not be. */
async function shown(trx: Trx, payment: Payment, body: Proposal, owed_kobo: number) {
  if (body.kind === "Confirm paid") return confirmed(trx, payment, body);
  const came_kobo = usesMoney(body.kind) ? owed_kobo : null;
  const rest = { came_kobo, paidon: null };
  if (body.kind === "Refund") return { ...rest, voucher: needed(body, "voucher", "Voucher number"), target: null };
  if (body.kind !== "Apply credit") return { ...rest, voucher: null, target: null };
  const target = await lockedPayment(trx, needed(body, "target", "Reference to pay"));
  const ofOne = await areOfOnePerson(trx, payment, target);
  if (!ofOne || target.state !== "OPEN" || target.amount_kobo !== owed_kobo)
    throw refuseFields("credit-target-unfit", { target: NO_TARGET });
  return { ...rest, voucher: null, target: target._id };
}

const NO_TARGET = "Choose an open reference of the same person and the same amount";

async function confirmed(trx: Trx, payment: Payment, body: Proposal) {
  const came_kobo = Math.round(needed(body, "came", "Amount that came") * 100);
  const paidon = needed(body, "paidon", "Day of the payment");
  const least = asNaira(naira(payment.amount_kobo));
  const tooLittle = `Amount that came must be at least ${least}: what is less does not pay the fee, and is put aside`;
  if (came_kobo < payment.amount_kobo) throw refuseFields("amount-too-little", { came: tooLittle });
  const { rows } = await sql<{ early: boolean; late: boolean }>`
    select ${paidon}::date < (${payment.createdAt}::timestamptz at time zone 'Africa/Lagos')::date as early,
      ${paidon}::date > (now() at time zone 'Africa/Lagos')::date as late`.execute(trx);
  const when = `Day of the payment must lie between ${asDay(payment.createdAt)}, when the reference was made, and today`;
  if (rows[0]?.early || rows[0]?.late) throw refuseFields("day-of-payment-impossible", { paidon: when });
  return { came_kobo, paidon, voucher: null, target: null };
}

function needed<K extends "came" | "paidon" | "voucher" | "target">(body: Proposal, name: K, label: string) {
  const value = body[name];
  const missing = `${label} is required`;
  if (value === undefined) throw refuseForm("form-invalid", missing, { [name]: missing });
  return value as NonNullable<Proposal[K]>;
}
