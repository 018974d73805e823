import { sql } from "kysely";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { alikeStudents, everyStudent, ofStudentsWithin, studentById } from "../student/student.server.ts";
import type { readLikeness } from "./student-merge.contract.ts";

type Likeness = Replied<typeof readLikeness>;

/** Who of those whom a right reaches may be the same person as a student, and what was merged with the record. */
export async function likenessOf(db: Database, { scope }: Pick<Officer, "scope">, id: string): Promise<Likeness> {
  const student = await studentById(db, id);
  if (!student) return { alike: [], into: null, taken: [], proposed: [] };
  const { applicant: _, ...person } = student;
  const [alike, merged, proposed] = await Promise.all([
    student.mergedinto === null ? alikeStudents(db, [{ ...person, key: id, applicant: null }]) : new Map(),
    mergedWith(db, id),
    proposedOf(db, id),
  ]);
  const found = (alike.get(id) ?? []) as Likeness["alike"];
  const reached = await reachedOf(db, scope, [
    id,
    ...found.map((one) => one.student),
    ...merged.map(({ _id }) => _id),
    ...proposed.map(({ other }) => other),
  ]);
  if (!reached.has(id)) throw notFound();
  const shown = merged.filter(({ _id }) => reached.has(_id));
  return {
    alike: found
      .filter((one) => reached.has(one.student))
      .map(({ student: other, name, matric, status, alike: why }) => ({
        ...{ student: other, name, matric, status },
        alike: [...why],
      })),
    into: shown.find(({ _id }) => _id === student.mergedinto) ?? null,
    taken: shown.filter(({ _id }) => _id !== student.mergedinto),
    proposed: proposed.filter(({ other }) => reached.has(other)).map(({ _id, name }) => ({ _id, name })),
  };
}

async function reachedOf(db: Database, scope: Scope, students: readonly string[]): Promise<ReadonlySet<string>> {
  if (scope === "all") return new Set(students);
  const { rows } = await sql<{ _id: string }>`select found._id from unnest(${[...students]}::uuid[]) as found(_id)
    where ${ofStudentsWithin(sql.ref("found._id"), scope)}`.execute(db);
  return new Set(rows.map(({ _id }) => _id));
}

async function mergedWith(db: Database, id: string): Promise<NonNullable<Likeness["into"]>[]> {
  const { rows } = await sql<NonNullable<Likeness["into"]>>`
    select s._id, s.name, s.matric from ${everyStudent()} s where s.mergedinto = ${id}
    union all
    select k._id, k.name, k.matric from ${everyStudent()} g join ${everyStudent()} k on k._id = g.mergedinto where g._id = ${id}`.execute(
    db,
  );
  return rows;
}

async function proposedOf(db: Database, id: string) {
  const { rows } = await sql<Likeness["proposed"][number] & { other: string }>`
    select _id, name, case when kept = ${id} then gone else kept end as other from portal.student_merge where state = 'Proposed' and (kept = ${id} or gone = ${id})`.execute(
    db,
  );
  return rows;
}
