import { sql } from "kysely";
import { stale } from "#kit/wire/refusal.server.ts";
import { lockedPayment } from "#payments/payment-reference/read/read.desk.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { ExceptionKind } from "./payment-exception.kinds.contract.ts";

const ASKED: ExceptionKind = "Asked at the help desk";

/** Another office asks the money desk about a payment. Refuses while such a question waits already (409). */
export async function passToDesk(trx: Trx, payment: string, said: string): Promise<void> {
  const { rrr, payername, jamb, amount_kobo } = await lockedPayment(trx, payment);
  await onConstraint(
    {
      payment_exception_asked: () =>
        stale("The bursary was asked about this payment already, and has not answered yet"),
    },
    sql`select portal.open_payment_exception(${ASKED}, ${`help-desk:${newId()}`}, ${payment}, ${rrr}, ${payername}, ${jamb},
        null, ${amount_kobo}, ${said}, now())`.execute(trx),
  );
}

export interface Passed {
  readonly at: string;
  /** What the money desk has answered; null while it waits. */
  readonly answer: string | null;
  readonly answeredAt: string | null;
}

/** The last question to the money desk about each of these payments. */
export async function passedAbout(db: Database, payments: readonly string[]): Promise<ReadonlyMap<string, Passed>> {
  const { rows } = await sql<Passed & { payment: string }>`
    select distinct on (payment) payment, "createdAt" as at, outcome as answer, "closedAt" as "answeredAt"
    from portal.payment_exception where payment = any(${[...payments]}::uuid[]) and kind = ${ASKED}
    order by payment, "createdAt" desc`.execute(db);
  return new Map(rows.map(({ payment, ...passed }) => [payment, passed]));
}
