import { sql } from "kysely";
import type { RowChange } from "#console/record/record.server.ts";
import { type Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** What the portal itself has of a course of a student in a semester. */
interface Beside {
  readonly id: string;
  readonly course: string;
  readonly kept: "Published" | "Registered" | "Typed";
}

/**
 * Which of some marks the portal has a mark of its own for, or will have, each with what to do, by `id`. What is published is rectified
 * by two people, and what is registered comes by its score sheet. Of a mark that stands there already its title alone may change.
 */
export async function refusedBeside(
  trx: Trx,
  changes: readonly Pick<RowChange, "id" | "form">[],
): Promise<ReadonlyMap<string, Refusal>> {
  const wanted = changes.flatMap(({ id, form }) => (form ? [{ id, ...form }] : []));
  const { rows } = await sql<Beside>`
    select * from (
      select f.id, f.course, case when portal.has_published_result(f.student, f.session, f.semester, f.course) then 'Published'
        when (f.student, f.session, f.semester, lower(f.course), f.units, f.ca, f.examination, f.total, f.code)
          is distinct from (m.student, m.session, m.semester, lower(m.course), m.units, m.ca, m.examination, m.total, m.code)
        then portal.kept_here(f.student, f.session, f.semester, f.course) end as kept
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as f(id uuid, student uuid, session uuid, semester smallint, course text,
        units smallint, ca smallint, examination smallint, total smallint, code text)
      left join portal.past_mark m on m._id = f.id) found
    where found.kept is not null`.execute(trx);
  return new Map(rows.map(({ id, ...beside }) => [id, refusalOf(beside)]));
}

function refusalOf({ course, kept }: Omit<Beside, "id">): Refusal {
  if (kept === "Published")
    return refuseFields("result-published", {
      course: `The student has a published result of ${course} in this semester. Past marks are for the time before: rectify the result instead`,
    });
  const sentence =
    kept === "Registered"
      ? `${course} is registered here in that semester: its mark comes by its score sheet`
      : `${course} has a score on a sheet here in that semester: its mark comes by that score sheet`;
  return refuseFields("mark-comes-by-sheet", { course: sentence });
}
