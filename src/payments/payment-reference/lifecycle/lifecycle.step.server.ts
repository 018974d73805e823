import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { PaymentReference } from "#platform/database/tables.generated.ts";
import { perform, portalItself, type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import type { RemitaResult } from "../../remita/remita.rules.ts";
import type { CreditUse, PaymentPurpose, PaymentState, Surplus } from "../payment-reference.rules.ts";

export type Payment = Selectable<PaymentReference> & {
  readonly purpose: PaymentPurpose;
  readonly state: PaymentState;
  readonly surplus: Surplus | null;
  readonly creditused: CreditUse | null;
};

/** What was heard about a payment, as its history keeps it; the client has taken keys and hashes out. */
export interface HeardAnswer {
  readonly kind: string;
  readonly code?: string | null;
  readonly said?: string | null;
  readonly rrr?: string | null;
  readonly orderid?: string | null;
  readonly amount_kobo?: number | null;
  readonly paidon?: string | null;
  /** The correction that says it, where two people do. */
  readonly correction?: string;
  /** The money of another payment that pays it, or that was taken out of it. */
  readonly withdrawal?: string;
}

export interface PaymentStep {
  readonly to: PaymentState;
  readonly heard: HeardAnswer;
  /** The provider's reference, when this is the step that learns it; about it nobody has asked yet. */
  readonly rrr?: string;
}

/**
 * Takes one step from the state that the caller has seen, with its event, its audit row and what `also` adds, in one
 * transaction. Answers the payment as it is then; null when another was faster. Steps that are not legal fail in the
 * database.
 */
export async function takeStep(
  db: Database,
  payment: Payment,
  step: PaymentStep,
  also: (work: Work, moved: Payment) => Promise<void> = async () => {},
): Promise<Payment | null> {
  try {
    return await perform(db, portalItself, async (work) => {
      const moved = await stepWithin(work, payment, step);
      if (!moved) throw new AnotherWasFaster();
      await also(work, moved);
      return moved;
    });
  } catch (error) {
    if (error instanceof AnotherWasFaster) return null;
    throw error;
  }
}

/** The same within the caller's transaction, which must not be kept when null comes back. */
export async function stepWithin(
  work: Work,
  { _id, state: from }: Payment,
  { to, heard, rrr }: PaymentStep,
): Promise<Payment | null> {
  const evidence = await keepEvent(work.trx, _id, heard, { fromstate: from, tostate: to });
  const stepping = work.trx
    .updateTable("payment_reference")
    .set({
      state: to,
      evidence,
      ...(rrr && { rrr, askedAt: null }),
      ...(to === "PAID" && { verifiedAt: sql`now()`, surplus: whetherSecond(), correction: heard.correction ?? null }),
      ...(to === "PAID" && heard.withdrawal && { withdrawal: heard.withdrawal }),
    })
    .where("_id", "=", _id)
    .where("state", "=", from)
    // Nothing more is wished for once the offer is recalled.
    .where(sql<boolean>`(${to}::text <> 'REQUESTING' or "recalledAt" is null)`)
    .returningAll()
    .executeTakeFirst();
  // Two payments for one thing in the same moment: the later one looks again, and sees the other.
  const moved = await onConstraint({ payment_reference_one_paid: tryAgain }, stepping);
  if (!moved) return null;
  work.note({
    deed: "payment.step",
    subject: `payment:${_id}`,
    before: { state: from },
    after: { state: to, ...heard, ...(moved.surplus && { surplus: moved.surplus }) },
  });
  if (to === "OPEN" && moved.recalledAt) return cancelRecalled(work, moved as Payment);
  return moved as Payment;
}

/** An open reference that nobody is to pay any more, because its offer was recalled or given up. */
export const cancelRecalled = (work: Work, open: Payment): Promise<Payment | null> =>
  stepWithin(work, open, { to: "CANCELLED", heard: { kind: open.givenup ? "given-up" : "recalled" } });

/** An open reference in whose place another amount is asked for. It may still be paid at a bank. */
export const cancelReplaced = (work: Work, open: Payment): Promise<Payment | null> =>
  stepWithin(work, open, { to: "CANCELLED", heard: { kind: "replaced" } });

/** An open reference that is for more than there is to pay by now, or for nothing. It may still be paid at a bank. */
export const cancelNeedless = (work: Work, open: Payment): Promise<Payment | null> =>
  stepWithin(work, open, { to: "CANCELLED", heard: { kind: "needless" } });

/**
 * Whether the payment that a statement calls `paid` is for the very thing that `payment_reference` is for, as an SQL
 * condition. A bill is paid in parts, so no payment stands in the way of another.
 */
export const isForTheSame = (): RawBuilder<boolean> =>
  sql<boolean>`(paid.applicant = payment_reference.applicant and paid.purpose = payment_reference.purpose
    and paid.programme = payment_reference.programme and paid.session = payment_reference.session
    and paid.serviceorder is not distinct from payment_reference.serviceorder and paid.purpose <> 'tuition')`;

/** The same was paid for with another reference already. */
const whetherSecond = () =>
  sql<Surplus | null>`case when exists (select from portal.payment_reference paid
    where ${isForTheSame()} and paid.state = 'PAID' and paid.surplus is null and paid._id <> payment_reference._id) then 'second' end`;

class AnotherWasFaster extends Error {}

/** Adds a line to a payment's history; answers its `_id`. */
export async function keepEvent(
  trx: Database | Trx,
  payment: string,
  heard: HeardAnswer,
  step: { fromstate: PaymentState; tostate: PaymentState } | Record<string, never> = {},
): Promise<string> {
  const _id = newId();
  await trx
    .insertInto("payment_event")
    .values({ _id, payment, ...heard, ...step })
    .execute();
  return _id;
}

/**
 * Adds an answer that moves nothing to a payment's history, unless it says the same as the line before it: then
 * `checkedAt` alone tells that it was heard again. Who may ask about the payment holds it, so no other line comes between.
 */
export async function keepAnswer(db: Database, payment: string, heard: HeardAnswer): Promise<void> {
  const { rows } = await sql<{ same: boolean }>`
    select (kind, code, said, rrr, orderid, amount_kobo) is not distinct from (${heard.kind}::text, ${heard.code ?? null}::text,
      ${heard.said ?? null}::text, ${heard.rrr ?? null}::text, ${heard.orderid ?? null}::text,
      ${heard.amount_kobo ?? null}::bigint) as same
    from portal.payment_event where payment = ${payment} order by at desc, _id desc limit 1`.execute(db);
  if (!rows[0]?.same) await keepEvent(db, payment, heard);
}

/** An answer of the provider as the history keeps it. */
export function heardFrom(result: RemitaResult): HeardAnswer {
  const { kind, code, text: said } = result;
  if (kind === "unknown") return { kind: `unknown: ${result.reason}`, code, said };
  if (!("rrr" in result)) return { kind, code, said };
  return {
    kind,
    code,
    said,
    rrr: result.rrr,
    orderid: result.orderId,
    amount_kobo: result.amountKobo,
    paidon: result.paidOn,
  };
}
