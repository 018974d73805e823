import { type RawBuilder, sql } from "kysely";
import type { StudentStep } from "#console/noun/noun.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { ServiceKind } from "#fees/other-service/other-service.contract.ts";
import { offeredServices } from "#fees/other-service/other-service.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import { countingPayments, viewOf } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { cardsOfOrders } from "./id-card/id-card.stored.server.ts";
import { type readServices, serviceOrders } from "./service-order.contract.ts";
import type { OrderState } from "./service-order.rules.ts";

/** An office sees what it makes. */
export const orderRules: RecordRules<typeof serviceOrders> = {
  of: serviceOrders,
  table: "service_order",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
};

/** An order as who makes what is ordered knows it. */
export interface MadeOrder {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly label: string;
  readonly note: string | null;
  readonly state: OrderState;
  readonly owedAt: string | null;
}

/** Locks an order of a kind until the change is done; undefined where there is none. */
export async function lockOrder(trx: Trx, id: string, kind: ServiceKind): Promise<MadeOrder | undefined> {
  const { rows } = await sql<MadeOrder>`
    select o._id, o.student, o.name, o.label, o.note, o.state, o."owedAt" from portal.service_order o
    where o._id = ${id} and o.kind = ${kind} for no key update`.execute(trx);
  return rows[0];
}

/** Every order, as a part of a larger query: rows of `_id, student, applicant, kind, state, dueon, owedAt`. */
export const everyOrder = (): RawBuilder<unknown> =>
  sql`(select _id, student, applicant, kind, state, dueon, "owedAt" from portal.service_order)`;

/** Whether an order is paid, and nobody took the money back. */
export const isPaidFor = ({ state, owedAt }: Pick<MadeOrder, "state" | "owedAt">): boolean =>
  state !== "Ordered" && state !== "Cancelled" && owedAt === null;

/** What one may order, and what one has ordered. */
export async function servicesOf(db: Database, student: string): Promise<Replied<typeof readServices>> {
  const [offered, orders] = await Promise.all([
    offeredServices(db),
    db.selectFrom("service_order").selectAll().where("student", "=", student).orderBy("createdAt", "desc").execute(),
  ]);
  const ids = orders.map(({ _id }) => _id);
  const [payments, cards] = await Promise.all([countingPayments(db, "serviceorder", ids), cardsOfOrders(db, ids)]);
  return {
    offered: offered.map(({ _id, label, description, amount_kobo, days, asks, kind }) => ({
      ...{ _id, label, description, days, asks },
      kind: kind as ServiceKind,
      amount: naira(amount_kobo),
    })),
    orders: orders.map(({ _id, label, amount_kobo, state, note, said, dueon, movedAt, createdAt, owedAt, kind }) => {
      const payment = payments.get(_id);
      return {
        ...{ _id, label, note, said, dueon, movedAt, createdAt },
        kind: kind as ServiceKind,
        amount: naira(amount_kobo),
        state: state as OrderState,
        owed: owedAt !== null,
        card: kind === "ID card" ? (cards.get(_id) ?? { state: null, validuntil: null }) : null,
        payment: payment
          ? {
              _id: payment._id,
              rrr: payment.rrr,
              state: payment.state,
              sentence: paymentSentence(viewOf(payment)),
            }
          : null,
      };
    }),
  };
}

/** What is paid and nobody has begun with. */
export const paidOrders = (who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown> =>
  sql`select from portal.service_order t where t.state = 'Paid' and ${mayList(orderRules, who, columnsOf("t"))}`;

/** What of one's orders waits for oneself: what the office asks first, then what lies ready, then what is to be paid. */
export const orderStep: StudentStep<{ readonly label: string; readonly state: OrderState | "Owed" }> = {
  rank: 50,
  found: ({
    student,
  }) => sql`(select jsonb_build_object('label', label, 'state', case when "owedAt" is null then state else 'Owed' end)
    from portal.service_order where student = ${student} and (state in ('Returned', 'Ready', 'Ordered') or "owedAt" is not null)
    order by array_position(array['Collected', 'Returned', 'Ready', 'Ordered'], state), "createdAt" limit 1)`,
  say: ({ label, state }) => ({ ...orderSays(label, state), link: "/student/services" }),
};

function orderSays(label: string, state: OrderState | "Owed"): { readonly sentence: string; readonly deed: string } {
  if (state === "Returned")
    return { sentence: `The office has a question about your order: ${label}`, deed: "Answer it" };
  if (state === "Owed")
    return { sentence: `Your bank took the payment of ${label} back: please pay it again`, deed: "Pay it" };
  if (state === "Ready") return { sentence: `${label} is ready`, deed: "See where to collect it" };
  return { sentence: `${label} is made once it is paid`, deed: "Pay it" };
}

export const ownOrders: OwnRows = {
  name: "serviceorders",
  tables: ["service_order"],
  rows: (owner) =>
    sql`select to_jsonb(o) - 'search' as row from portal.service_order o where o.applicant = ${owner} order by o."createdAt"`,
};
