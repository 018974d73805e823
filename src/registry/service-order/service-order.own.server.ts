import { sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import { offeredServices } from "#fees/other-service/other-service.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { cancelBeyond, holdReferencesOf } from "#payments/payment-reference/payment-reference.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireNoHold } from "../hold/hold.server.ts";
import { livingStatuses, type StudentStatus } from "../student/student.rules.ts";
import { studentById } from "../student/student.server.ts";
import { mayOrderGo, type OrderState } from "./service-order.rules.ts";

interface Wanted {
  readonly service: string;
  readonly note?: string | undefined;
}

/**
 * Orders a service with its price and its days as they are now. One that is ordered and unpaid is answered again, with what
 * is written now. Refuses what is not offered, and an order without what the service asks for.
 */
export async function orderFor({ trx, note: noted }: Work, student: string, { service, note = undefined }: Wanted) {
  await requireNoHold(trx, student, "services");
  await requireNoHold(trx, student, "papers");
  const [offered] = (await offeredServices(trx)).filter(({ _id }) => _id === service);
  if (!offered)
    throw refuseFields("service-not-offered", { service: "This service is not offered now. Choose another" });
  if (offered.asks !== null && !note) throw refuseFields("field-required", { note: `Please write: ${offered.asks}` });
  const { applicant, programme, session, name, matric, status } = await payingStudent(trx, student);
  if (offered.kind === "ID card" && !livingStatuses.includes(status as StudentStatus))
    throw refuse("no-student-any-more", "An ID card is made for whoever studies here, and your studies have ended");
  const order = {
    ...{ student, applicant, programme, name, matric, service },
    label: offered.label,
    amount_kobo: offered.amount_kobo,
    serviceid: offered.serviceid,
    kind: offered.kind,
    days: offered.days,
    department: offered.department,
    _id: newId(),
    session: (await usualRunningSession(trx)).session ?? session,
    note: note ?? null,
  };
  // One that waits to be paid keeps its price.
  const kept = await trx
    .insertInto("service_order")
    .values(order)
    .onConflict((open) =>
      open
        .columns(["student", "service"])
        // No parameter: of a plan for any value the database would not know that it names the index.
        .where(sql<boolean>`state = 'Ordered'`)
        .doUpdateSet({ note: order.note, version: sql`service_order.version + 1` }),
    )
    .returning(["_id", "label", "amount_kobo", "days", "note"])
    .executeTakeFirstOrThrow();
  const { _id, label, amount_kobo, days } = kept;
  noted({ deed: "service-order.order", subject: `service_order:${_id}`, after: kept });
  const message = `${label} is ordered. Pay ${asNaira(naira(amount_kobo))} next: it is made within ${days} days of the payment`;
  return { type: "success" as const, message, _id };
}

/** A student who can be asked for money. Refuses one whose record lacks what a payment names. */
async function payingStudent(trx: Trx, id: string) {
  const student = await studentById(trx, id);
  if (!student) throw notFound();
  const { applicant, programme, session, name, matric, status } = student;
  if (applicant === null || programme === null || session === null)
    throw refuse(
      "record-incomplete",
      "Your record lacks your programme or your session of entry, so nothing can be ordered yet. Please ask the registry",
    );
  return { applicant, programme, session, name, matric, status };
}

/** Takes back an order that is not paid, with its open reference. */
export async function cancelOwn(work: Work, student: string, id: string) {
  // The references before the order, as whoever verifies a payment locks them.
  if (isId(id)) await holdReferencesOf(work.trx, "serviceorder", id);
  const { label } = await stepOfOwn(work, student, id, "Cancelled");
  await cancelBeyond(work, "serviceorder", id, 0);
  return { type: "success" as const, message: `${label} is taken back. If it is paid all the same, it stands again` };
}

/** Answers what the office asked: the order goes on. */
export async function answerFor(work: Work, student: string, id: string, note: string) {
  const { label, dueon } = await stepOfOwn(work, student, id, "Paid", note);
  const message = `Your answer is with the office. ${label} is promised for ${asDay(dueon ?? "")}`;
  return { type: "success" as const, message };
}

async function stepOfOwn({ trx, note }: Work, student: string, id: string, to: OrderState, written?: string) {
  const order = isId(id)
    ? await trx
        .selectFrom("service_order")
        .select(["_id", "label", "state", "dueon", "note"])
        .where("_id", "=", id)
        .where("student", "=", student)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (!order) throw notFound();
  if (!mayOrderGo(order.state as OrderState, to, "student"))
    throw stale("state-has-moved", `${order.label} is ${order.state.toLowerCase()} by now, so nothing was changed`);
  await trx
    .updateTable("service_order")
    .set({ state: to, ...(written && { note: written }), movedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", id)
    .execute();
  const before = { state: order.state, note: order.note };
  note({
    deed: "service-order.move",
    subject: `service_order:${id}`,
    before,
    after: { state: to, note: written ?? order.note },
  });
  return order;
}
