import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { runningSessionId } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import { notFound, Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyClass, everyCourse, lockClassOf } from "#registry/course/course.server.ts";
import { classesWithLeaver, classesWithoutLecturer, everyAllocation } from "./course-allocation.board.server.ts";
import { courseAllocations } from "./course-allocation.contract.ts";
import { allocationDeedCalls } from "./course-allocation.deeds.server.ts";
import { allocationLetterCalls, allocationTemplates } from "./course-allocation.letter.server.ts";

export { everyAllocation, workingAllocations } from "./course-allocation.board.server.ts";
export { letterFor } from "./course-allocation.letter.server.ts";

/** Whether a member of staff teaches a class. */
export async function isAllocated(db: Database | Trx, staff: string, taught: string): Promise<boolean> {
  if (!isId(taught)) return false;
  const { rows } =
    await sql`select from ${everyAllocation()} a where a.class = ${taught} and a.staff = ${staff}`.execute(db);
  return rows.length > 0;
}

/** Refuses who does not teach a class: 404 where there is none, 403 where others teach it. */
export async function requireAllocated(
  db: Database | Trx,
  { staff }: Pick<Officer, "staff">,
  taught: string,
): Promise<void> {
  if (await isAllocated(db, staff, taught)) return;
  const { rows } = await sql`select from ${everyClass()} c where c._id = ${isId(taught) ? taught : null}`.execute(db);
  if (rows.length === 0) throw notFound();
  throw new Refusal(
    "class-not-yours",
    403,
    "Only its lecturers do this, and the class is not allocated to you. Ask your head of department",
  );
}

/** The classes of the departments that a narrow right reaches, as a part of a larger query: rows of `_id`. */
export const classesReached = ({ departments }: Exclude<Scope, "all">): RawBuilder<unknown> =>
  sql`select held._id from ${everyClass()} held where held.department = any(${[...departments]}::uuid[])`;

export const courseAllocationRules: RecordRules<typeof courseAllocations> = {
  of: courseAllocations,
  table: "course_allocation",
  within: (column, scope) => sql`${column("class")} in (${classesReached(scope)})`,
  anywhere: ["course", "staff"],
  // One code stands in many programmes and sessions; an allocation holds for all of the session that runs.
  called: (field, column) =>
    field === "course"
      ? sql`${column("_id")} in (select distinct on (meant.class) meant._id
          from ${everyCourse()} meant where meant.session = ${runningSessionId()}
          order by meant.class, (exists (select from portal.course_allocation a where a.course = meant._id)) desc, meant._id)`
      : sql`true`,
  constraints: {
    course_allocation_once: ["allocated-already", "staff", "This lecturer teaches the class already"],
    course_allocation_one_in_charge: [
      "in-charge-already",
      "incharge",
      "Somebody else was put in charge just now. Look at the class again",
    ],
  },
  check: async (work, change) => {
    const { before, form } = change;
    if (before && form) await requireSameClass(work.trx, before.course, form.course);
    if (before?.incharge && form?.incharge === false)
      throw refuseFields("class-needs-charge", {
        incharge: "Put another lecturer in charge instead: then this one is not any more",
      });
    if (form?.incharge && !before?.incharge) await takeCharge(work, change.id, form.course);
  },
  brings: async (work, { before, form }) => {
    if (before?.incharge && !form) await passCharge(work, (before.course as Named)._id);
  },
};

interface Named {
  readonly _id: string;
}

/** What was taught stays with the class it was taught to. */
async function requireSameClass(trx: Trx, before: unknown, course: string): Promise<void> {
  const { rows } =
    await sql`select from ${everyCourse()} c where c._id = any(${[(before as Named)._id, course]}::uuid[])
    having count(distinct c.class) > 1`.execute(trx);
  if (rows.length > 0)
    throw refuseFields("allocation-stays", {
      course: "An allocation stays with its class. Delete it, and allocate the other course",
    });
}

/** Ends the charge of whoever has it in a course's class, which stays locked, so that two who are put in charge at once follow each other. */
async function takeCharge({ trx, note }: Work, id: RowChange["id"], course: string): Promise<void> {
  await lockClassOf(trx, course);
  const { rows } = await sql<{ _id: string }>`update portal.course_allocation a
    set incharge = false, version = a.version + 1, "updatedAt" = now()
    from ${everyCourse()} c where c._id = ${course} and a.class = c.class and a.incharge and a._id <> ${id}
    returning a._id`.execute(trx);
  for (const { _id } of rows)
    note({
      deed: "course_allocation.change",
      subject: `course_allocation:${_id}`,
      before: { incharge: true },
      after: { incharge: false },
      reason: "Another lecturer was put in charge",
    });
}

/** Puts the lecturer who has the class longest of those who work in charge, once the one in charge is taken out. */
async function passCharge({ trx, note }: Work, course: string): Promise<void> {
  await lockClassOf(trx, course);
  const { rows } = await sql<{ _id: string }>`update portal.course_allocation
    set incharge = true, version = version + 1, "updatedAt" = now()
    where _id = (select a._id from portal.course_allocation a join ${everyCourse()} c on c.class = a.class
      join ${everyMember()} m on m._id = a.staff
      where c._id = ${course} and not exists (select from portal.course_allocation b where b.class = a.class and b.incharge)
      order by m.status = 'Active' desc, m.ishere desc, a."createdAt", a._id limit 1)
    returning _id`.execute(trx);
  for (const { _id } of rows)
    note({
      deed: "course_allocation.change",
      subject: `course_allocation:${_id}`,
      before: { incharge: false },
      after: { incharge: true },
      reason: "The lecturer in charge was taken out",
    });
}

export const courseAllocationNoun: Noun = {
  name: "course-allocation",
  templates: allocationTemplates,
  records: [courseAllocationRules],
  calls: (app) => {
    allocationDeedCalls(app, courseAllocationRules);
    allocationLetterCalls(app);
  },
  waiting: [
    {
      right: "course-allocations.change",
      list: "course-allocations",
      rows: ({ scope }) => classesWithoutLecturer(scope),
      one: "One class of this semester has no lecturer.",
      many: "classes of this semester have no lecturer.",
      deed: "Allocate them",
      link: "/staff/course-allocations",
    },
    {
      right: "course-allocations.change",
      list: "course-allocations",
      rows: ({ scope }) => classesWithLeaver(scope),
      one: "One class of this semester has a lecturer who has left, beside one who teaches.",
      many: "classes of this semester have a lecturer who has left, beside one who teaches.",
      deed: "Take them out",
      link: "/staff/course-allocations",
    },
  ],
};
