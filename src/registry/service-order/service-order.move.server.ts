import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { MergePair, MergePart } from "#console/noun/noun.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { ServiceKind } from "#fees/other-service/other-service.contract.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import {
  cancelOpen,
  isUnsettled,
  referencesFor,
  referenceWords,
  unsettledWords,
} from "#payments/payment-reference/payment-reference.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import { holdsAmong } from "../hold/hold.server.ts";
import { everyStudent, refuseOwnStudents } from "../student/student.server.ts";
import { orderMail } from "./service-order.mail.server.ts";
import { mayOrderGo, type OfficeDeed, type OrderState, saidWith } from "./service-order.rules.ts";

interface Move {
  /** Locked, and within the officer's reach. */
  readonly ids: readonly string[];
  readonly to: OfficeDeed;
  readonly said: string | null;
}

/**
 * What is made in the portal of an order: is told of each step of the office before it is taken, refuses one that comes too early, and
 * follows it.
 */
type Making = (work: Work, to: OfficeDeed, orders: readonly string[]) => Promise<void>;

const makings = new WeakMap<Portal, Partial<Record<ServiceKind, Making>>>();

/** Tells the orders who makes what is ordered of a kind; the noun does so when it registers its calls. */
export function addMaking({ portal }: FastifyInstance, kind: ServiceKind, making: Making): void {
  makings.set(portal, { ...makings.get(portal), [kind]: making });
}

interface Moved {
  readonly _id: string;
  readonly kind: ServiceKind;
  readonly student: string;
  readonly label: string;
  readonly name: string;
  readonly state: OrderState;
  readonly dueon: string | null;
  readonly applicant: string;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly owedAt: string | null;
}

/**
 * Takes one step with orders, all or none, and tells their students. Refuses one's own order (403), a step without the words
 * that it needs, and an order that stands where this step does not lead from (409).
 */
export async function moveChosen(app: FastifyInstance, { trx, note }: Work, who: Officer, { ids, to, said }: Move) {
  const needs = saidWith[to];
  if (needs?.needed && said === null) throw refuseFields("field-required", { said: `${needs.label} is required` });
  const { rows } =
    await sql<Moved>`select o._id, o.kind, o.student, o.label, o.name, o.state, o.dueon, o.applicant, o."owedAt", s.firstname, s.emailaddress
    from portal.service_order o join ${everyStudent()} s on s._id = o.student where o._id = any(${[...ids]}::uuid[])`.execute(
      trx,
    );
  await refuseOwnStudents(trx, who, rows);
  const stuck = rows.filter(({ state }) => !mayOrderGo(state, to, "office"));
  const [first] = stuck;
  if (first)
    throw stale(
      "state-has-moved",
      `${first.label} of ${first.name} is ${first.state.toLowerCase()} by now, so nothing was changed. Look at the list again`,
    );
  const owed = rows.find(({ owedAt }) => owedAt !== null);
  if (owed)
    throw refuse(
      "order-owed",
      `The bank took the payment of ${owed.label} back, and ${owed.name} has it already. It can be moved again once it is paid anew`,
    );
  if (to === "Collected") await requireFreePapers(trx, rows);
  for (const [kind, making] of Object.entries(makings.get(app.portal) ?? {})) {
    const ofKind = rows.filter((row) => row.kind === kind).map(({ _id }) => _id);
    if (ofKind.length > 0) await making({ trx, note }, to, ofKind);
  }
  await sql`update portal.service_order set state = ${to}, said = coalesce(${said}, said), "movedAt" = now(), version = version + 1
    where _id = any(${[...ids]}::uuid[])`.execute(trx);
  for (const { _id, state } of rows)
    note({
      deed: "service-order.move",
      subject: `service_order:${_id}`,
      before: { state },
      after: { state: to, said },
    });
  await writeMails(
    trx,
    rows.flatMap((order) => orderMail(app.portal.config, order, to, said)).map((mail) => ({ _id: newId(), ...mail })),
  );
  const message = `${asCount(rows.length, "order")}: ${to.toLowerCase()}`;
  return { type: "success" as const, message, count: rows.length };
}

/** Nothing is handed out to a student whom a hold keeps from papers; it may be made meanwhile. */
async function requireFreePapers(trx: Trx, orders: readonly Moved[]): Promise<void> {
  const [held] = await holdsAmong(
    trx,
    orders.map(({ student }) => student),
    "papers",
  );
  if (held)
    throw refuse(
      "held-by-office",
      `A hold stands on the record of ${held.name}, so nothing is handed out: ${held.reason}. It is lifted by: ${held.office}`,
    );
}

/** The references of all orders of both that are of an account which signs in no more, or of an order that is there twice. */
async function leavingReferences(trx: Trx, pair: MergePair, how: { readonly held: boolean }) {
  const { kept, gone, account } = pair;
  const { rows } = await sql<{ _id: string; istwice: boolean }>`
    select o._id, o.student = ${gone._id} and ${isOrderedTwice(pair)} as istwice
    from portal.service_order o where o.student in (${kept._id}, ${gone._id})`.execute(trx);
  const twice = new Set(rows.filter(({ istwice }) => istwice).map(({ _id }) => _id));
  const references = await referencesFor(
    trx,
    "serviceorder",
    rows.map(({ _id }) => _id),
    how,
  );
  return references.filter(({ applicant, serviceorder }) => applicant !== account || twice.has(serviceorder ?? ""));
}

/** Orders go along. Of two unpaid ones for the same thing the one that goes is taken back. */
export const orderMerge: MergePart = {
  tables: ["service_order"],
  async plan(trx, pair) {
    const { rows } = await sql<{ label: string; state: OrderState; istwice: boolean }>`
      select o.label, o.state, ${isOrderedTwice(pair)} as istwice from portal.service_order o
      where o.student = ${pair.gone._id} order by o."createdAt"`.execute(trx);
    const leaving = await leavingReferences(trx, pair, { held: false });
    return {
      moves: [
        ...rows.map(({ label, state, istwice }) =>
          istwice
            ? `The order ${label} is there twice, unpaid: the one that goes is taken back`
            : `The order ${label} goes along: ${state.toLowerCase()}`,
        ),
        ...leaving
          .filter(({ state }) => state === "OPEN")
          .map((one) => `${referenceWords(one)} is cancelled. Whoever pays it all the same pays the order`),
      ],
      stops: leaving.filter(isUnsettled).map(unsettledWords),
    };
  },
  async move(work, pair) {
    const { trx, note } = work;
    const { kept, gone, account } = pair;
    const leaving = await leavingReferences(trx, pair, { held: true });
    await sql`select from portal.service_order where student in (${kept._id}, ${gone._id}) order by _id for update`.execute(
      trx,
    );
    await cancelOpen(work, leaving);
    await sql`update portal.service_order o set state = 'Cancelled', "movedAt" = now(), version = version + 1
      where o.student = ${gone._id} and ${isOrderedTwice(pair)}`.execute(trx);
    const { rows } = await sql<{ _id: string }>`
      update portal.service_order set student = ${kept._id}, name = ${kept.name}, matric = ${kept.matric},
        applicant = coalesce(${account}::uuid, applicant), version = version + 1
      where student in (${kept._id}, ${gone._id}) and (student, applicant) is distinct from (${kept._id}::uuid, ${account}::uuid)
      returning _id`.execute(trx);
    for (const { _id } of rows)
      note({ deed: "service-order.go-along", subject: `service_order:${_id}`, after: { student: kept._id } });
  },
};

const isOrderedTwice = ({ kept }: MergePair): RawBuilder<boolean> =>
  sql<boolean>`(o.state = 'Ordered' and exists (select from portal.service_order k
    where k.student = ${kept._id} and k.service = o.service and k.state = 'Ordered'))`;
