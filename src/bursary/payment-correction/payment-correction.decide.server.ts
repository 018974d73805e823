import type { FastifyInstance } from "fastify";
import { type Selectable, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { asMinute, lagosDay } from "#kit/value/dates.rules.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, stale } from "#kit/wire/refusal.server.ts";
import {
  applyCredit,
  confirmPaid,
  lockedPayment,
  type Payment,
  putAside,
  refundCredit,
  refuseReference,
  reversePayment,
} from "#payments/payment-reference/payment-reference.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { CorrectionKind } from "./payment-correction.rules.ts";

type Correction = Selectable<DB["payment_correction"]>;

interface Approved {
  readonly correction: Correction;
  readonly payment: Payment;
  /** What a credit pays; null for anything else. */
  readonly target: Payment | null;
}

/** Does what was approved, in the transaction that approves it. */
async function correct(app: FastifyInstance, work: Work, { correction, payment, target }: Approved): Promise<void> {
  const { _id, reason, came_kobo, paidon, voucher, createdAt } = correction;
  const by = { correction: _id, said: reason, came_kobo: came_kobo ?? 0 };
  switch (correction.kind as CorrectionKind) {
    case "Confirm paid":
      return confirmPaid(app, work, payment, { ...by, paidon: paidon ?? "" });
    case "Put aside":
      return putAside(app, work, payment, by);
    case "Reverse":
      return reversePayment(app, work, payment, by);
    case "Refund":
      return refundCredit(work, payment, { ...by, voucher: voucher ?? "" });
    case "Apply credit":
      if (!target) throw new Error("A credit is applied to a reference");
      return applyCredit(app, work, { from: payment, to: target }, { ...by, on: lagosDay(createdAt) });
    case "Refuse reference":
      return refuseReference(app, work, payment, by);
  }
}

type Asked = Ask<Officer, `${string}/:id/${string}`, { reason: string }>;
type Decided = "Approved" | "Refused" | "Withdrawn";

/**
 * Approves what another has proposed, and does it, all or nothing. Refuses one's own proposal and one's own payment (403), what
 * was decided, and what the payment has overtaken (409).
 */
export const approvePaymentCorrection = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async (work) => {
    const { correction, payment, target } = await locked(work.trx, ask);
    requireAnother(ask.who, correction.proposedby);
    await refuseOwnFiles(
      work.trx,
      ask.who,
      [payment, target].flatMap((one) => (one ? [one.applicant] : [])),
    );
    if (payment.state !== correction.fromstate)
      throw stale(
        "payment-has-moved",
        "The payment has moved since this was proposed, so nothing was changed. Look at it again",
      );
    await decide(work, ask, correction, "Approved");
    await correct(app, work, { correction, payment, target });
    return { type: "success" as const, message: `Approved and done: ${correction.kind.toLowerCase()}` };
  });

/** Refuses what another has proposed: nothing is done. As strict about who may as an approval. */
export const refusePaymentCorrection = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async (work) => {
    const { correction, payment, target } = await locked(work.trx, ask);
    requireAnother(ask.who, correction.proposedby);
    await refuseOwnFiles(
      work.trx,
      ask.who,
      [payment, target].flatMap((one) => (one ? [one.applicant] : [])),
    );
    await decide(work, ask, correction, "Refused");
    return { type: "success" as const, message: "Refused. The payment stays as it is" };
  });

/** Takes one's own proposal back. */
export const withdrawPaymentCorrection = (app: FastifyInstance, ask: Asked) =>
  write(app, ask, async (work) => {
    const { correction } = await locked(work.trx, ask);
    if (correction.proposedby !== ask.who.staff)
      throw new Refusal("only-proposer-withdraws", 403, "Only who proposed it takes it back. Refuse it, if you may");
    await decide(work, ask, correction, "Withdrawn");
    return { type: "success" as const, message: "Withdrawn. The payment stays as it is" };
  });

/** The payments first, as the provider's answers do, then what is said about them; all of it until the end. */
async function locked(trx: Trx, { who, params }: Asked) {
  requireWholeCollege(who);
  const named = isId(params.id)
    ? await trx
        .selectFrom("payment_correction")
        .select(["payment", "target"])
        .where("_id", "=", params.id)
        .executeTakeFirst()
    : undefined;
  if (!named) throw notFound();
  const payments = new Map<string, Payment>();
  for (const id of [named.payment, ...(named.target ? [named.target] : [])].sort())
    payments.set(id, await lockedPayment(trx, id));
  const correction = await trx
    .selectFrom("payment_correction")
    .selectAll()
    .where("_id", "=", params.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (correction.state !== "Proposed") throw stale("already-decided", await already(trx, correction));
  return {
    correction,
    payment: payments.get(named.payment) as Payment,
    target: named.target ? (payments.get(named.target) ?? null) : null,
  };
}

async function already(trx: Trx, { state, decidedby, decidedAt }: Correction): Promise<string> {
  const names = await namesOfStaff(trx, decidedby ? [decidedby] : []);
  const by = names.get(decidedby ?? "");
  const when = decidedAt ? ` on ${asMinute(decidedAt)}` : "";
  return `This correction is ${state} already${by ? `, by ${by}` : ""}${when}, so nothing was changed`;
}

async function decide({ trx, note }: Work, { who, body }: Asked, { _id, payment, kind }: Correction, state: Decided) {
  await trx
    .updateTable("payment_correction")
    .set({ state, decidedby: who.staff, decidedAt: sql`now()`, decision: body.reason })
    .where("_id", "=", _id)
    .execute();
  const deed = { Approved: "approve", Refused: "refuse", Withdrawn: "withdraw" }[state];
  note({
    deed: `payment_correction.${deed}`,
    subject: `payment_correction:${_id}`,
    before: { state: "Proposed" },
    after: { state },
    reason: body.reason,
  });
  note({ deed: `payment.${deed}-correction`, subject: `payment:${payment}`, after: { kind }, reason: body.reason });
}
