import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { colleaguesToChoose, everyMember } from "#access/staff/staff.server.ts";
import type { Values } from "#console/record/record.contract.ts";
import { addRow, type RecordRules, registryOf } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import {
  type AllocationCopy,
  allocateMany,
  copyAllocations,
  lecturerChoices,
  previewCopy,
  readBoard,
} from "./course-allocation.board.contract.ts";
import {
  awayWords,
  boardAsked,
  everyAllocation,
  readBoardOf,
  workingAllocations,
} from "./course-allocation.board.server.ts";

/** Registers the board, what may be chosen on it, and the deeds on many classes at once. */
export function allocationDeedCalls(app: FastifyInstance, rules: RecordRules): void {
  const { db } = app.portal;
  const [view, change] = [staff("course-allocations"), staff("course-allocations.change")];

  handle(app, readBoard, view, ({ who, request }) => readBoardOf(db, who, request.query as Record<string, string>));
  handle(app, lecturerChoices, view, ({ who, request }) => colleaguesToChoose(db, who, request.query));

  handle(app, allocateMany, change, (ask) =>
    write(app, ask, async (work) => {
      const { allocations } = ask.body;
      await addAll(app, rules, work, ask.who, allocations);
      const message = `${asCount(allocations.length, "allocation")} added`;
      return { type: "success" as const, message, count: allocations.length };
    }),
  );

  handle(app, previewCopy, view, async ({ who, request }) => {
    const { lines, ...plan } = await copyPlan(db, who, request.query as Record<string, string>);
    return { ...plan, lines: lines.map(({ code, name, skipped }) => ({ code, name, skipped })) };
  });
  handle(app, copyAllocations, change, (ask) =>
    write(app, ask, async (work) => {
      const { session, department, count } = ask.body;
      const plan = await copyPlan(work.trx, ask.who, { session, department });
      if (plan.count !== count)
        throw stale(
          "rows-changed",
          `${asCount(plan.count, "allocation")} would be copied now, not ${count}, so nothing was copied. Look at them again`,
        );
      if (count === 0) throw refuse("nothing-to-copy", `There is nothing to copy into ${plan.to.name}`);
      const coming = plan.lines.filter(({ skipped }) => skipped === null);
      // Whoever was in charge is again, and stands first; where that one is gone, the next of the class is.
      const forms = coming.map(({ code, course, staff: member }, place) => ({
        course,
        staff: member,
        ...(coming[place - 1]?.code !== code && { incharge: true }),
      }));
      await addAll(app, rules, work, ask.who, forms);
      return {
        type: "success" as const,
        message: `${asCount(count, "allocation")} copied into ${plan.to.name}`,
        count,
      };
    }),
  );
}

/** Adds each as its own call would; the first that is refused refuses all, by its place. */
async function addAll(
  app: FastifyInstance,
  rules: RecordRules,
  work: Work,
  who: Officer,
  forms: readonly Values[],
): Promise<void> {
  const registry = registryOf(app);
  for (const [at, form] of forms.entries()) {
    try {
      await addRow(app, registry, rules, work, { who, form });
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.status === 403) throw fault;
      const said = Object.values(fault.errors ?? {})[0] ?? fault.message;
      throw refuseFields(fault.code, { allocations: `Number ${at + 1}: ${said}` });
    }
  }
}

interface PlannedCopy extends Omit<AllocationCopy, "lines"> {
  readonly lines: readonly (AllocationCopy["lines"][number] & {
    readonly course: string;
    readonly staff: string;
    readonly incharge: boolean;
  })[];
}

interface Earlier {
  readonly code: string;
  readonly staff: string;
  readonly name: string;
  readonly incharge: boolean;
  readonly status: string;
  readonly since: string;
  /** A course of the class of the same code in the session that is copied into; null where none is taught there. */
  readonly course: string | null;
  readonly isThere: boolean;
  readonly isTaken: boolean;
}

/** What of the session before would come into a session, by code and lecturer. */
async function copyPlan(
  db: Database | Trx,
  who: Officer,
  { session, department }: { readonly session?: string; readonly department?: string },
): Promise<PlannedCopy> {
  const asked = await boardAsked(db, who, { ...(session && { session }), ...(department && { department }) });
  const [from = null] = asked.sessions
    .filter(({ name }) => name < asked.session.name)
    .sort((one, other) => other.name.localeCompare(one.name));
  if (!asked.department) throw notFound();
  const named = { from, to: asked.session, department: asked.department };
  if (!from) return { ...named, count: 0, lines: [] };
  const { rows } = await sql<Earlier>`
    select had.code, a.staff, m.name, a.incharge, m.status, m.since, has.course,
      exists (select from ${everyAllocation()} there where there.class = has.class and there.staff = a.staff) as "isThere",
      exists (select from ${workingAllocations()} taken where taken.class = has.class) as "isTaken"
    from ${everyAllocation()} a join ${everyClass()} had on had._id = a.class join ${everyMember()} m on m._id = a.staff
    left join lateral (select k._id as class, (select c._id from ${everyCourse()} c where c.class = k._id and c.status
        order by c._id limit 1) as course
      from ${everyClass()} k where k.session = ${asked.session._id} and k.code = had.code
        and k.department = ${asked.department._id}) has on true
    where a.session = ${from._id} and had.department = ${asked.department._id}
    order by had.code, a.incharge desc, a."createdAt", a._id`.execute(db);
  const lines = rows.map((row) => ({
    ...row,
    course: row.course ?? "",
    skipped: skippedBecause(row, asked.session.name),
  }));
  return { ...named, count: lines.filter(({ skipped }) => skipped === null).length, lines };
}

function skippedBecause({ course, status, since, isThere, isTaken }: Earlier, session: string): string | null {
  if (course === null) return `Not in the department's catalogue of ${session}`;
  if (isThere) return "Allocated already";
  if (isTaken) return "The class has a lecturer already";
  const away = awayWords({ status, since });
  return away && `The lecturer ${away}`;
}
