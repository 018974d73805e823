import { type Selectable, sql } from "kysely";
import type { MergePart } from "#console/noun/noun.server.ts";
import { endSessions } from "#identity/session/session.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { isStopped, type StudentStatus } from "../student/student.rules.ts";
import { lockStudent, writeStatus } from "../student/student.server.ts";
import { changeMail } from "./status-change.mail.server.ts";
import { type ChangeKind, type ChangeState, type GivenStatus, statusesAfter } from "./status-change.rules.ts";

export type LockedStudent = NonNullable<Awaited<ReturnType<typeof lockStudent>>>;

/** A change with the student whom it is about, both locked. */
export interface LockedChange extends Omit<Selectable<DB["status_change"]>, "state" | "status" | "fromstatus"> {
  readonly state: ChangeState;
  readonly status: GivenStatus;
  readonly fromstatus: LockedStudent["status"];
  readonly of: LockedStudent;
}

/** The student first, as everybody does who changes one; then the change. Undefined where there is none. */
export async function lockChange(trx: Trx, id: string): Promise<LockedChange | undefined> {
  const named = await trx.selectFrom("status_change").select("student").where("_id", "=", id).executeTakeFirst();
  const of = named && (await lockStudent(trx, named.student));
  if (!of) return undefined;
  const change = await trx
    .selectFrom("status_change")
    .selectAll()
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...change, state: change.state as ChangeState, status: change.status as GivenStatus, of };
}

/** What comes into force: a row that is there, or is written when the way is free. */
type Coming = Pick<LockedChange, "_id" | "of" | "name" | "matric" | "fromstatus" | "status" | "kind" | "reason"> &
  Pick<LockedChange, "effective" | "returnon" | "undoes">;

/**
 * Makes a change the one in force: the one before ends, what was planned is overtaken, `keep` writes the row down, the student
 * has its status, whoever may sign in no more is signed out, and the student reads it.
 */
export async function bringIntoForce(
  work: Work,
  config: Config,
  change: Coming,
  keep: () => Promise<unknown>,
): Promise<void> {
  const { trx, note } = work;
  const { _id, of, status, fromstatus, undoes } = change;
  const subject = `student:${of._id}`;
  await sql`update portal.status_change set "endedAt" = now(), version = version + 1,
    state = case when _id = ${undoes}::uuid then 'Undone' else state end
    where student = ${of._id} and state = 'Applied' and "endedAt" is null`.execute(trx);
  const { rows: overtaken } = await sql<{ _id: string }>`update portal.status_change
    set state = 'Overtaken', version = version + 1
    where student = ${of._id} and state = 'Approved' and _id <> ${_id} returning _id`.execute(trx);
  await keep();
  await onConstraint(
    { student_living: livingElsewhere, student_living_jamb: livingElsewhere },
    writeStatus(trx, of._id, status),
  );
  if (of.applicant !== null && isStopped(status, "signin")) await endSessions(trx, of.applicant);
  for (const planned of overtaken) note({ deed: "student_status.overtaken", subject, after: { change: planned._id } });
  note({
    deed: undoes === null ? "student.status" : "student.status-undone",
    subject,
    before: { status: fromstatus },
    after: { status },
    reason: change.reason,
  });
  const mail = changeMail(config, change);
  if (mail) await writeMail(trx, mail);
}

/** Writes down that a change is in force now; by whom it is decided where that happens in this moment. */
export const keepApplied = (trx: Trx, id: string, staff: string | null): Promise<unknown> =>
  sql`update portal.status_change set state = 'Applied', "appliedAt" = now(), version = version + 1,
    decidedby = coalesce(decidedby, ${staff}::uuid), "decidedAt" = coalesce("decidedAt", now()) where _id = ${id}`.execute(
    trx,
  );

const livingElsewhere = () =>
  refuse(
    "student-already",
    "This person has another record as a student now, and nobody studies two things at a time. Look the other record up first",
  );

/** A merged record has no status of its own any more: what was in force ends, and what was planned falls away. */
export const statusMerge: MergePart = {
  tables: ["status_change"],
  async plan(trx, { gone }) {
    const open = await trx
      .selectFrom("status_change")
      .select(["status", "state"])
      .where("student", "=", gone._id)
      .where("state", "in", ["Proposed", "Approved"])
      .execute();
    const words = (state: string, said: (status: string) => string) =>
      open.filter((one) => one.state === state).map(({ status }) => said(status));
    return {
      moves: words("Approved", (status) => `The planned change to ${status} of the record that goes falls away`),
      stops: words(
        "Proposed",
        (status) => `${status} is proposed for the record that goes. It must be decided or withdrawn first`,
      ),
    };
  },
  async move({ trx }, { gone }) {
    await sql`update portal.status_change set version = version + 1,
      "endedAt" = case when state = 'Applied' then now() end, state = case state when 'Approved' then 'Overtaken' else state end
      where student = ${gone._id} and (state = 'Approved' or state = 'Applied' and "endedAt" is null)`.execute(trx);
  },
};

interface OwnDeed {
  readonly student: string;
  readonly status: GivenStatus;
  readonly kind: ChangeKind;
  readonly reason: string;
}

/** A change that the portal makes itself, such as a graduation by a list that two people have approved. Contract 5. */
export async function changeStatusByPortal(work: Work, config: Config, deed: OwnDeed): Promise<void> {
  const { trx } = work;
  const of = await lockStudent(trx, deed.student);
  if (!of || of.status === deed.status) return;
  const { rows } = await sql<{ today: string }>`select ${todayInLagos}::text as today`.execute(trx);
  const change = {
    ...{ _id: newId(), name: of.name, matric: of.matric, fromstatus: of.status },
    ...{ status: deed.status, kind: deed.kind, reason: deed.reason, effective: rows[0]?.today ?? "" },
    ...{ returnon: null, undoes: null },
  };
  await bringIntoForce(work, config, { ...change, of }, () =>
    trx
      .insertInto("status_change")
      .values({
        ...change,
        student: of._id,
        programme: of.programme,
        state: "Applied",
        appliedAt: sql`now()`,
        decidedAt: sql`now()`,
      })
      .execute(),
  );
}

/**
 * A change that one has proposed and another approves elsewhere, such as a withdrawal for academic standing: both stand on it, and it
 * holds from today. Refuses a status that does not follow, and where another change waits.
 */
export async function changeStatusByTwo(
  work: Work,
  config: Config,
  deed: OwnDeed & { readonly proposedby: string; readonly decidedby: string },
): Promise<void> {
  const { trx } = work;
  const { student, status, kind, reason, proposedby, decidedby } = deed;
  const of = await lockStudent(trx, student);
  if (!of) throw notFound();
  const { rows } = await sql<{ today: string; waits: boolean }>`select ${todayInLagos}::text as today, exists (
    select from portal.status_change w where w.student = ${student} and w.state = 'Proposed') as waits`.execute(trx);
  if (rows[0]?.waits)
    throw refuse(
      "proposal-waits-already",
      `Another status of ${of.name} is proposed already, and waits for a second person. Decide about it first`,
    );
  if (!statusesAfter(of.status as StudentStatus).includes(status))
    throw refuse("status-does-not-follow", `${of.name} is ${of.status} by now, which ${status} does not follow`);
  const change = {
    ...{ _id: newId(), name: of.name, matric: of.matric, fromstatus: of.status },
    ...{ status, kind, reason, effective: rows[0]?.today ?? "", returnon: null, undoes: null },
  };
  await bringIntoForce(work, config, { ...change, of }, () =>
    trx
      .insertInto("status_change")
      .values({
        ...{ ...change, student: of._id, programme: of.programme, proposedby, decidedby },
        ...{ state: "Applied", appliedAt: sql`now()`, decidedAt: sql`now()` },
      })
      .execute(),
  );
}

export const todayInLagos = sql<string>`(now() at time zone 'Africa/Lagos')::date`;
