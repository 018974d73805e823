import { sql } from "kysely";
import { fivePoints } from "./five-points.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { type Student, signedInStudent } from "./student.ts";
import { granted } from "./walk.ts";

/** A college that grades by five points, asks six units of an NCE, and no project; put straight into the database. */
export async function awarding(portal: TestPortal) {
  const { db } = portal;
  await fivePoints(portal, { awardunits: 6 });
  await setting(portal, "awardProject", "not asked");
  await setting(portal, "awardCourses", "GSE");
  const session = (await db.selectFrom("session").select("_id").orderBy("name", "desc").executeTakeFirstOrThrow())._id;
  const office = [
    ...(["dashboard", "students", "graduations", "exit-clearance", "exit-items", "certificates"] as const),
    ...(["graduations.change", "exit-clearance.change", "exit-items.change", "certificates.change"] as const),
  ];
  const registrar = await staffMember(portal, {
    lastname: "Registrar",
    pages: [...office, "graduations.approve", "student-status", "student-status.change"],
  });
  const provost = await staffMember(portal, {
    lastname: "Provost",
    pages: ["dashboard", "graduations", "graduations.approve", "student-status", "student-status.approve"],
  });
  return { registrar, provost, session };
}

export async function setting({ db }: TestPortal, name: string, value: unknown): Promise<void> {
  await sql`insert into portal.setting (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** A signed-in student at the end of the programme, with a mark of before in three courses of two units. */
export async function leaver(
  portal: TestPortal,
  totals: readonly number[] = [75, 72, 80],
  more = {},
): Promise<Student> {
  const me = await signedInStudent(portal);
  await portal.db
    .updateTable("student")
    .set({ level: 300, gender: "Female", dateofbirth: "2003-03-01", stateoforigin: "Kogi", ...more })
    .where("_id", "=", me.student)
    .execute();
  for (const [at, total] of totals.entries()) await pastMark(portal, me.student, `GSE ${301 + at}`, total);
  return me;
}

/** A mark of before the portal kept results, of two units, in the earliest session that there is. */
export async function pastMark({ db }: TestPortal, student: string, course: string, total: number): Promise<void> {
  await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
    select gen_random_uuid(), ${student}, s._id, 1, ${course}, 'A course', 2, ${total} from portal.session s order by s.name limit 1`.execute(
    db,
  );
}

const path = "/staff/ms_graduation";

export interface Awarding {
  readonly registrar: StaffMember;
  readonly provost: StaffMember;
  readonly session: string;
}

/** Proposes a list; answers its `_id`. */
export const proposed = async ({ registrar, session }: Awarding): Promise<string> =>
  (await granted(registrar.post(path, { session }))).body._id;

export const approval = (seen = 1) => ({
  seen,
  minute: "Academic Board, 14th meeting, minute 6.2",
  heldon: "2026-01-30",
});

/** A list that is proposed and approved; answers its `_id`. */
export async function conferredList(of: Awarding): Promise<string> {
  const list = await proposed(of);
  await granted(of.provost.post(`${path}/${list}/approve`, approval()));
  return list;
}

/** Two people take an award back, as a change of the status. */
export async function undoAward({ db }: TestPortal, { registrar, provost }: Awarding, student: string): Promise<void> {
  const change = await db
    .selectFrom("status_change")
    .select("_id")
    .where("student", "=", student)
    .executeTakeFirstOrThrow();
  const undo = await granted(
    registrar.post(`/staff/ms_student_status/${change._id}/undo`, { reason: "The wrong record was listed" }),
  );
  const { version } = await db
    .selectFrom("student")
    .select("version")
    .where("_id", "=", student)
    .executeTakeFirstOrThrow();
  await granted(provost.post(`/staff/ms_student_status/${undo.body._id}/approve`, { seen: version }));
}
