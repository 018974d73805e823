import { sql } from "kysely";
import type * as v from "valibot";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, refuse, refuseFields, refuseForm } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { StudentStatus } from "../student/student.rules.ts";
import { lockStudent, refuseOwnStudents } from "../student/student.server.ts";
import { type LockedChange, type LockedStudent, lockChange, todayInLagos } from "./status-change.apply.server.ts";
import type { changeForm } from "./status-change.contract.ts";
import { mayBeUndone, statusesAfter, statusRules } from "./status-change.rules.ts";

type Asked = v.InferOutput<typeof changeForm>;

/** Keeps a proposal about a student who may be given that status now. Refuses one's own record, and what does not follow. */
export async function proposeStatus(work: Work, who: Officer, asked: Asked) {
  const { trx } = work;
  const of = isId(asked.student) ? await lockStudent(trx, asked.student) : undefined;
  if (!of) throw refuseFields("choice-not-found", { student: "This student was not found. Choose one from the list" });
  await refuseOwnStudents(trx, who, [of]);
  const { status, kind = "Other", reason } = asked;
  const rule = statusRules[status];
  requireFollowing(of, asked);
  if (!rule.kinds.includes(kind))
    throw refuseFields("reason-unfit", {
      kind: `${status} is given for ${rule.kinds.join(", ")}. Choose one of these`,
    });
  const dates = await datesOf(trx, asked);
  const change = { ...dates, status, kind, reason, undoes: null };
  return { _id: await keepProposal(work, who, of, change), of, status, effective: dates.effective };
}

function requireFollowing({ status, name }: LockedStudent, { status: wanted }: Asked): void {
  const possible = statusesAfter(status as StudentStatus);
  if (possible.includes(wanted)) return;
  throw refuseFields("status-does-not-follow", {
    status:
      possible.length === 0
        ? `${name} is ${status}, which no other status follows. If it is wrong, propose to undo it`
        : `${name} is ${status}, so the status can become ${possible.join(", ")}`,
  });
}

/** From today unless another day is said; whoever is away for a time comes back a year later unless another day is said. */
async function datesOf(trx: Trx, { status, effective, returnon, returnsession, returnsemester }: Asked) {
  const { rows } = await sql<{ effective: string; usual: string; far: boolean }>`
    select asked.day::text as effective, (asked.day + interval '1 year')::date::text as usual,
      asked.day > ${todayInLagos} + 366 or asked.day < ${todayInLagos} - 3660 as far
    from (select coalesce(${effective ?? null}::date, ${todayInLagos}) as day) asked`.execute(trx);
  const [day] = rows;
  if (!day) throw new Error("A day is asked for");
  if (day.far)
    throw refuseForm("form-invalid", "In force from must lie within the last ten years and the next one", {
      effective: "In force from must lie within the last ten years and the next one",
    });
  if (!statusRules[status].returns) {
    if (returnon ?? returnsession ?? returnsemester)
      throw refuseFields("return-unfit", { returnon: `Nobody is expected back who is ${status}. Leave it empty` });
    return { effective: day.effective, returnon: null, returnsession: null, returnsemester: null };
  }
  const back = returnon ?? day.usual;
  if (back <= day.effective)
    throw refuseFields("days-out-of-order", {
      returnon: `Back on must be after ${asDay(day.effective)}, from when it holds`,
    });
  return {
    effective: day.effective,
    returnon: back,
    returnsession: returnsession ?? null,
    returnsemester: returnsemester ?? null,
  };
}

/** Proposes to take back what is in force: its earlier status, with the return that went with it. */
export async function proposeUndo(work: Work, who: Officer, id: string, reason: string) {
  const { trx } = work;
  const wrong = isId(id) ? await lockChange(trx, id) : undefined;
  if (!wrong) throw notFound();
  await refuseOwnStudents(trx, who, [wrong.of]);
  if (!mayBeUndone(wrong))
    throw refuse(
      "change-not-undone",
      wrong.endedAt !== null
        ? "Another change came after this one. Undo the last one, or propose another status"
        : "Only a change that is in force is undone. Propose another status instead",
    );
  const change = { ...(await returnBefore(trx, wrong)), status: wrong.fromstatus, kind: "Mistake", reason, undoes: id };
  return { _id: await keepProposal(work, who, wrong.of, change), of: wrong.of, status: wrong.fromstatus };
}

/** Of the change that ended when the wrong one came: whoever was away for a time is away again until the same day. */
async function returnBefore(trx: Trx, { _id, student, fromstatus }: LockedChange) {
  const { rows } = await sql<{
    effective: string;
    returnon: string | null;
    returnsession: string | null;
    returnsemester: number | null;
  }>`
    select ${todayInLagos}::text as effective, earlier.returnon, earlier.returnsession, earlier.returnsemester
    from (select) here left join lateral (
      select returnon, returnsession, returnsemester from portal.status_change
      where student = ${student} and status = ${fromstatus} and returnon > ${todayInLagos}
        and "endedAt" = (select wrong."appliedAt" from portal.status_change wrong where wrong._id = ${_id})
      limit 1) earlier on true`.execute(trx);
  return rows[0] ?? { effective: "", returnon: null, returnsession: null, returnsemester: null };
}

interface Proposed {
  readonly status: string;
  readonly kind: string;
  readonly reason: string;
  readonly effective: string;
  readonly returnon: string | null;
  readonly returnsession: string | null;
  readonly returnsemester: number | null;
  readonly undoes: string | null;
}

async function keepProposal({ trx, note }: Work, who: Officer, of: LockedStudent, change: Proposed): Promise<string> {
  const _id = newId();
  const { name, matric, programme } = of;
  await onConstraint(
    {
      status_change_one_proposed: () =>
        refuse(
          "proposal-waits-already",
          `Another status of ${name} is proposed already, and waits for a second person. Look at it first`,
        ),
      status_change_returnsession: () =>
        refuseFields("choice-not-found", { returnsession: "This session was not found. Choose it from the list" }),
    },
    trx
      .insertInto("status_change")
      .values({
        _id,
        student: of._id,
        name,
        matric,
        programme,
        fromstatus: of.status,
        ...change,
        proposedby: who.staff,
      })
      .execute(),
  );
  const { reason, ...after } = change;
  note({
    deed: change.undoes === null ? "student_status.propose" : "student_status.propose-undoing",
    subject: `student:${of._id}`,
    after: { ...after, change: _id },
    reason,
  });
  return _id;
}
