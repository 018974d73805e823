import { type RawBuilder, sql } from "kysely";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { WantedReference } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyStudent } from "../../student/student.server.ts";
import { heldBill, wantedOf } from "./pay.server.ts";

export interface BillOfPerson {
  readonly _id: string;
  /** "First semester 2026/2027". */
  readonly label: string;
  /** Below nothing it is credit. */
  readonly left_kobo: number;
}

/** Every bill of the person whose account this is, the newest first; those of records that were merged among them. */
export async function billsOfPerson(db: Database | Trx, applicant: string): Promise<BillOfPerson[]> {
  const { rows } = await sql<{ _id: string; session: string; semester: number; left_kobo: number }>`
    select b._id, b.session, b.semester, b.balance_kobo as left_kobo
    from portal.bill b join ${everyStudent()} s on s._id = b.student
    where ${isOfPerson(applicant)} order by b."createdAt" desc, b.semester desc`.execute(db);
  const sessions = await sessionsById(db, [...new Set(rows.map(({ session }) => session))]);
  return rows.map(({ _id, session, semester, left_kobo }) => ({
    ...{ _id, left_kobo },
    label: `${semesterTitle(semester)} ${sessions.get(session)?.name ?? ""}`,
  }));
}

/** Whether a student called `s` is the person whose account this is. */
const isOfPerson = (applicant: string): RawBuilder<boolean> =>
  sql<boolean>`s.applicant in (select portal.accounts_of_person(${applicant}::uuid))`;

/**
 * What money of another payment of the same person pays on a bill, which is held from then on. Refuses another person's bill,
 * and more than is left of it.
 */
export async function wantedByMove(
  trx: Trx,
  { applicant, bill, amount_kobo }: { readonly applicant: string; readonly bill: string; readonly amount_kobo: number },
): Promise<WantedReference> {
  const held = await heldBill(trx, sql`b._id = ${bill} and ${isOfPerson(applicant)}`);
  if (amount_kobo > held.balance_kobo)
    throw refuse(
      "amount-too-much",
      `Only ${asNaira(naira(Math.max(held.balance_kobo, 0)))} is left of that bill by now, so nothing was changed. Propose less`,
    );
  return wantedOf(trx, held, { applicant, amount_kobo, part: "Moved from another payment" });
}

/** The bill on which a payment counts, and how much of what counts there is credit; null where it counts on none. */
export async function billOfPayment(
  db: Database | Trx,
  { _id, applicant }: { readonly _id: string; readonly applicant: string | null },
): Promise<(BillOfPerson & { readonly credit_kobo: number }) | null> {
  if (applicant === null) return null;
  const { rows } = await sql<{ bill: string; credit_kobo: number }>`
    select bill, counted_kobo - tuition_kobo as credit_kobo from portal.bill_counted where payment = ${_id}`.execute(
    db,
  );
  const [counted] = rows;
  const bill = counted && (await billsOfPerson(db, applicant)).find((one) => one._id === counted.bill);
  return bill ? { ...bill, credit_kobo: counted.credit_kobo } : null;
}
