import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";

export interface Mark {
  readonly ca?: number | null;
  readonly examination?: number | null;
  readonly code?: string | null;
}

/** `57` as two halves of it: at most 40 of CA. */
export const halves = (total: number): Mark => ({
  ca: Math.min(40, Math.floor(total / 2)),
  examination: total - Math.min(40, Math.floor(total / 2)),
});

/**
 * A sheet of a course's class with these marks by student, put straight into the database as it stands after its chain; answers the
 * sheet's `_id`. A sheet that is there gets the marks that it lacks.
 */
export async function sheetOf(
  { db }: TestPortal,
  course: string,
  marks: Readonly<Record<string, Mark>>,
  state = "Approved",
): Promise<string> {
  const [typist, board] = await db.selectFrom("staff").select("_id").orderBy("_id").limit(2).execute();
  if (!typist || !board) throw new Error("two people are needed for a sheet");
  await sql`insert into portal.score_sheet (_id, class, session, semester, camax, exammax)
    select ${newId()}, c.class, c.session, c.semester, 40, 60 from portal.course c where c._id = ${course}
    on conflict (class) do update set state = 'Returned'`.execute(db);
  const { rows } = await sql<{
    _id: string;
  }>`select s._id from portal.score_sheet s join portal.course c on c.class = s.class
    where c._id = ${course}`.execute(db);
  const sheet = rows[0]?._id ?? "";
  for (const [student, { ca = null, examination = null, code = null }] of Object.entries(marks))
    await sql`insert into portal.score (_id, sheet, student, ca, examination, code, typedby)
      values (${newId()}, ${sheet}, ${student}, ${ca}, ${examination}, ${code}, ${typist._id})
      on conflict (sheet, student) do update set ca = excluded.ca, examination = excluded.examination, code = excluded.code`.execute(
      db,
    );
  await sql`update portal.score_sheet set state = ${state}, submittedby = ${typist._id}, "submittedAt" = now(),
    marksversion = marksversion + 1 where _id = ${sheet}`.execute(db);
  await sql`insert into portal.score_change (_id, sheet, student, staff, how, after)
    select gen_random_uuid(), c.sheet, c.student, c.typedby, 'Grid',
      jsonb_build_object('ca', c.ca, 'examination', c.examination, 'code', c.code) from portal.score c where c.sheet = ${sheet}`.execute(
    db,
  );
  if (state === "Approved")
    await sql`insert into portal.score_sheet_step (_id, sheet, fromstate, tostate, staff, minute, minuteday)
      values (gen_random_uuid(), ${sheet}, 'With board', 'Approved', ${board._id}, 'ACB/1', current_date)`.execute(db);
  return sheet;
}
