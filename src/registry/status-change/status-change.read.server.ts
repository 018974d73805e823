import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { approversBeside } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { countSignIns } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { everyPaymentOf } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { balanceOf } from "../bill/bill.server.ts";
import { type Stoppable, type StudentStatus, statusesStopping } from "../student/student.rules.ts";
import { summaryOf } from "../student/student.server.ts";
import { type ChangeState, mayBeUndone, statusesAfter } from "./status-change.rules.ts";

/** Where a student stands, and what another status would stop and leave open. 404 beyond the reader's reach. */
export async function standingOf(app: FastifyInstance, who: Officer, id: string) {
  const { db } = app.portal;
  const { applicant, ...student } = await summaryOf(app, who, id);
  const [changes, signins, owed_kobo, open, approvers] = await Promise.all([
    changesOf(db, id),
    applicant === null ? 0 : signInsOf(db, applicant),
    balanceOf(db, id),
    applicant === null ? [] : openOf(db, applicant),
    approversBeside(db, "student-status.approve", who.staff),
  ]);
  const waiting = (state: ChangeState) => {
    const found = changes.find((one) => one.state === state);
    return found
      ? { _id: found._id, status: found.status, effective: found.effective, own: found.proposedby === who.staff }
      : null;
  };
  return {
    student,
    possible: statusesAfter(student.status),
    proposed: waiting("Proposed"),
    planned: waiting("Approved"),
    signins,
    owed: naira(owed_kobo),
    open,
    approvers,
    changes: changes.map(({ proposedby: _, undoes, endedAt, ...one }) => ({
      ...one,
      undoable: mayBeUndone({ state: one.state, undoes, endedAt }),
    })),
  };
}

interface ChangeShown {
  readonly _id: string;
  readonly fromstatus: StudentStatus;
  readonly status: StudentStatus;
  readonly kind: string;
  readonly reason: string;
  readonly effective: string;
  readonly returnon: string | null;
  readonly state: ChangeState;
  readonly createdAt: string;
  readonly overdue: boolean;
  readonly undoes: string | null;
  readonly endedAt: string | null;
  readonly proposedby: string | null;
}

/** The changes of a student, newest first, at most a hundred. */
async function changesOf(db: Database, student: string): Promise<ChangeShown[]> {
  const { rows } = await sql<ChangeShown>`
    select _id, fromstatus, status, kind, reason, effective, returnon, state, "createdAt", overdue, undoes, "endedAt", proposedby
    from portal.status_change where student = ${student} order by "createdAt" desc, _id desc limit 100`.execute(db);
  return rows;
}

async function signInsOf(db: Database, applicant: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countSignIns(applicant)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The references that can still be paid: what is left open stays open. */
async function openOf(db: Database, applicant: string) {
  const payments = await everyPaymentOf(db, applicant);
  return payments
    .filter(({ state }) => state === "OPEN")
    .map(({ rrr, description, amount_kobo }) => ({ rrr, description, amount: naira(amount_kobo) }));
}

/** The changes that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedChanges = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.status_change where state = 'Proposed' and proposedby <> ${staff}`;

/** Who was expected back and is not. */
export const overdueReturns = (): RawBuilder<unknown> => sql`select from portal.status_change where overdue`;

/**
 * When the status of a student stopped something, the day of its beginning and that of its end included, also where it was undone
 * later; as a part of a larger query: one row of `days`, empty where it never did.
 */
export const daysStopped = (student: RawBuilder<unknown>, what: Stoppable): RawBuilder<unknown> =>
  sql`(select coalesce(range_agg(daterange(past.effective, ${endedOn}, '[]')), '{}') as days from portal.status_change past
    where past.student = ${student} and past."appliedAt" is not null and past.status = any(${statusesStopping(what)}::text[]))`;

/** Null while it goes on; what ended before its day began is over on that day. */
const endedOn = sql`case when past."endedAt" is not null
  then greatest(past.effective, (past."endedAt" at time zone 'Africa/Lagos')::date) end`;
