import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { SignedIn } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Surplus } from "#payments/payment-reference/payment-reference.rules.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import {
  addPurpose,
  cancelBeyond,
  everyPayment,
  generateReference,
  holdReferencesOf,
  type Payment,
  payPageOf,
  verifyOwn,
  viewOf,
  type WantedReference,
} from "#payments/payment-reference/payment-reference.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { payerOfStudent } from "../student/student.server.ts";
import type { OrderState } from "./service-order.rules.ts";

const ORDER_SCREEN = "/student/services";

/** Tells the payments what a service is: its payment sets the office to work, also on an order that was taken back. */
export function addServicePurpose(app: FastifyInstance): void {
  addPurpose(app, "service", {
    income: "service-fee",
    settle: startOrder,
    open: cancelUnwanted,
    empty: dropOrder,
    takeBack: stopOrder,
    payBy: async () => null,
    screen: ORDER_SCREEN,
    receipt: ({ _id }) => `/student/receipt/${_id}`,
    next: async () => ({ sentence: "See where your order stands", path: ORDER_SCREEN }),
  });
}

/** An order is paid once: what comes by a second reference, of another account that the same person had, is credit. */
async function startOrder(
  { trx, note }: Work,
  { _id, serviceorder }: Payment,
  paidOn: string,
): Promise<Surplus | null> {
  // Of two references that are verified at once, the second sees what the first bought.
  await sql`select from portal.service_order where _id = ${serviceorder} for no key update`.execute(trx);
  const { rows: before } = await sql`
    select from portal.service_order o join ${everyPayment()} p on p._id = o.payment and p.state = 'PAID'
    where o._id = ${serviceorder} and p._id <> ${_id}`.execute(trx);
  if (before.length > 0) return "second";
  const { rows } = await sql<{ dueon: string }>`
    update portal.service_order set state = 'Paid', payment = ${_id}, dueon = ${paidOn}::date + days, "movedAt" = now(),
      version = version + 1
    where _id = ${serviceorder} and state in ('Ordered', 'Cancelled') returning dueon`.execute(trx);
  // It was paid before, the bank took that back, and it is paid anew.
  if (rows.length === 0)
    await sql`update portal.service_order set payment = ${_id}, "owedAt" = null, version = version + 1
      where _id = ${serviceorder}`.execute(trx);
  note({ deed: "service-order.pay", subject: `service_order:${serviceorder}`, after: { payment: _id, paidOn } });
  return null;
}

/** An order that was taken back while the provider was making its reference wants none. */
async function cancelUnwanted(work: Work, { serviceorder }: Payment): Promise<void> {
  const { rows } = await sql`select from portal.service_order
    where _id = ${serviceorder} and state = 'Cancelled' for no key update`.execute(work.trx);
  if (rows.length > 0) await cancelBeyond(work, "serviceorder", serviceorder ?? "", 0);
}

/**
 * A payment that the bank took back: the office stops, and the student pays anew, if not the same was ordered again since. What
 * was handed out already is owed.
 */
async function stopOrder({ trx, note }: Work, { _id, serviceorder }: Payment): Promise<void> {
  await sql`update portal.service_order set "owedAt" = now(), version = version + 1
    where _id = ${serviceorder} and payment = ${_id} and state = 'Collected'`.execute(trx);
  await sql`update portal.service_order o set payment = null, dueon = null, "movedAt" = now(), version = version + 1,
      state = case when exists (select from portal.service_order again
        where again.student = o.student and again.service = o.service and again.state = 'Ordered') then 'Cancelled' else 'Ordered' end
    where _id = ${serviceorder} and payment = ${_id} and state in ('Paid', 'Being made', 'Returned', 'Ready')`.execute(
    trx,
  );
  note({ deed: "service-order.stop", subject: `service_order:${serviceorder}`, before: { payment: _id } });
}

/** All money of an order was taken out: what nobody has begun to make is not made. What is made, or begun, stays. */
async function dropOrder({ trx, note }: Work, { _id, serviceorder }: Payment): Promise<boolean> {
  const { rows } =
    await sql`update portal.service_order set state = 'Cancelled', "movedAt" = now(), version = version + 1
    where _id = ${serviceorder} and payment = ${_id} and state in ('Paid', 'Returned') returning _id`.execute(trx);
  if (rows.length === 0) return false;
  note({ deed: "service-order.drop", subject: `service_order:${serviceorder}`, after: { state: "Cancelled" } });
  return true;
}

/** Makes the payment reference of an order of one's own, or answers the open one. */
export async function payOwn(app: FastifyInstance, ask: Ask<SignedIn, string, unknown>, id: string) {
  const { payment, message } = await generateReference(app, ask, wantedService(ask.who.applicant, id));
  const { _id, rrr, amount_kobo, state } = payment;
  return { type: "success" as const, message, _id, rrr, amount: naira(amount_kobo), state };
}

const service = (applicant: string) => ({ applicant, purpose: "service" as const });

/** Asks the provider about a payment of one's own, and says where it stands. */
export async function verifyOwnOrder(app: FastifyInstance, applicant: string, id: string) {
  const payment = await verifyOwn(app, service(applicant), id);
  const { state } = payment;
  return { type: "success" as const, message: paymentSentence(viewOf(payment)), isverified: state === "PAID", state };
}

export const ownOrderPayPage = (app: FastifyInstance, applicant: string, id: string) =>
  payPageOf(app, service(applicant), id);

/** What an order of one's own costs. 404 for another's; refuses one that is paid or was taken back. */
const wantedService =
  (applicant: string, id: string) =>
  async (trx: Trx): Promise<WantedReference> => {
    // What is being paid just now is waited for.
    if (isId(id)) await holdReferencesOf(trx, "serviceorder", id);
    const order = isId(id)
      ? await trx
          .selectFrom("service_order")
          .selectAll()
          .where("_id", "=", id)
          .where("applicant", "=", applicant)
          .forNoKeyUpdate()
          .executeTakeFirst()
      : undefined;
    if (!order) throw notFound();
    const state = order.state as OrderState;
    if (state === "Cancelled")
      throw refuse("order-taken-back", "You took this order back. Order the service again if you need it");
    if (state !== "Ordered" && order.owedAt === null)
      throw refuse("paid-already", "This order is paid. The office is working on it");
    const { _id, student, programme, session, label, amount_kobo, serviceid } = order;
    const { rows } = await sql<{ endsAt: string }>`select now() + interval '180 days' as "endsAt"`.execute(trx);
    return {
      applicant,
      purpose: "service",
      programme,
      session,
      acceptanceof: null,
      serviceorder: _id,
      items: [{ _id, name: label, amount_kobo }],
      amount_kobo,
      servicetypeid: serviceid,
      description: label,
      endsAt: rows[0]?.endsAt ?? "",
      payer: await payerOfStudent(trx, student),
    };
  };
