import { type RawBuilder, sql } from "kysely";
import type { Work } from "#platform/write/perform.server.ts";
import { everyCourse } from "../../course/course.server.ts";
import { leastUnitsOf } from "../course-registration.offered.server.ts";
import { droppedLetter, type ToldRegistration, tellOfRegistrations } from "./inbox.mail.server.ts";

/** Who of the office drops, and why. */
export interface Dropping {
  readonly staff: string;
  readonly reason: string;
}

interface DroppedLines {
  readonly registration: string;
  readonly codes: string[];
  readonly units: number;
}

/**
 * Drops the lines of some registrations that a condition on `l` and its course `c` names; the registrations are locked. Units follow, places are
 * free again, and each student is told what to do. Answers those of which something was dropped, as they are now.
 */
export async function dropLines<R extends ToldRegistration & { readonly _id: string }>(
  { trx, note }: Work,
  publicUrl: string,
  { staff, reason }: Dropping,
  registrations: readonly R[],
  isMeant: RawBuilder<unknown>,
): Promise<(R & { readonly codes: readonly string[] })[]> {
  const { rows } = await sql<DroppedLines>`
    with gone as (update portal.course_registration_line l set "droppedAt" = now(), droppedby = ${staff}, dropping = ${reason}
      from ${everyCourse()} c
      where c._id = l.course and l.registration = any(${registrations.map(({ _id }) => _id)}::uuid[]) and l."droppedAt" is null
        and ${isMeant}
      returning l.registration, l.code, l.credit),
    fewer as (select g.registration, sum(g.credit)::int as credit, array_agg(g.code order by g.code) as codes from gone g
      group by g.registration)
    update portal.course_registration r set units = r.units - fewer.credit, version = r.version + 1, "updatedAt" = now()
    from fewer where fewer.registration = r._id
    returning r._id as registration, fewer.codes, r.units`.execute(trx);
  const dropped = new Map(rows.map((row) => [row.registration, row]));
  const changed = registrations.flatMap((registration) => {
    const lines = dropped.get(registration._id);
    return lines ? [{ ...registration, units: lines.units, codes: lines.codes }] : [];
  });
  for (const { student, codes, units } of changed)
    note({
      deed: "course_registration.drop",
      subject: `student:${student}`,
      before: { courses: codes },
      after: { units },
      reason,
    });
  const least = await leastUnitsOf(trx, changed);
  const told = changed.map((one) => {
    const asked = least.get(one._id) ?? 0;
    return { ...one, least: one.units < asked ? asked : null };
  });
  await tellOfRegistrations(trx, publicUrl, told, droppedLetter(reason));
  return changed;
}
