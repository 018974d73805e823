import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { catalogue } from "./catalogue.ts";
import { fivePoints } from "./five-points.ts";
import { classOf, lecturerOf } from "./lecturer.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

export interface ClassWithSheet {
  readonly lecturer: StaffMember;
  /** Whose right to the sheets reaches the whole college. */
  readonly officer: StaffMember;
  readonly course: string;
  readonly class: string;
  /** The `_id` of the sheet. */
  readonly sheet: string;
  /** By matric number, as the sheet has them. */
  readonly students: readonly string[];
  /** The calls of the sheet begin so. */
  readonly path: string;
}

let made = 0;

/** So many students who take some courses since yesterday, put straight into the database; answers their `_id`s by matric number. */
export async function studentsOf(
  { db }: TestPortal,
  courses: readonly string[],
  count: number,
  mark = `M${++made}`,
): Promise<string[]> {
  const people = Array.from({ length: count }, (_, at) => ({ _id: newId(), nth: at + 1, registration: newId() }));
  await sql`insert into portal.student (_id, matric, firstname, lastname, emailaddress, phonenumber, level, entrylevel, semester, session,
      programme, type)
    select p._id, 'NCE/' || ${mark} || '/' || lpad(p.nth::text, 4, '0'), (array['Amina', 'Musa', 'Chidi', 'Hauwa', 'Bola'])[p.nth % 5 + 1],
      (array['Yusuf', 'Okafor', 'Bello', 'Adeyemi', 'Danjuma', 'Eze', 'Sani'])[p.nth % 7 + 1] || ' ' || p.nth,
      lower(${mark}) || p.nth || '@example.com', '23481' || lpad((${made} * 1000 + p.nth)::text, 8, '0'), 100, 100, 1, c.session, c.programme,
      'JAMB UTME'
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(_id uuid, nth int), portal.course c where c._id = ${courses[0]}`.execute(
    db,
  );
  await sql`insert into portal.audit (_id, actorkind, deed, subject) select gen_random_uuid(), 'system', 'student.create', 'student:' || p._id
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(_id uuid)`.execute(db);
  await sql`insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
    select p.registration, p._id, c.session, c.semester, c.programme, 100, 'Registered',
      (select sum(credit) from portal.course where _id = any(${[...courses]}::uuid[])), false, now() - interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(_id uuid, registration uuid), portal.course c
    where c._id = ${courses[0]}`.execute(db);
  await sql`insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit, moduletype, kind,
      "addedAt", "approvedAt")
    select gen_random_uuid(), p.registration, c._id, c.class, c.version, c.code, c.name, c.credit, c.moduletype, 'Programme',
      now() - interval '1 day', now() - interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(registration uuid), portal.course c
    where c._id = any(${[...courses]}::uuid[])`.execute(db);
  return people.map(({ _id }) => _id);
}

/** A class with so many students, whose lecturer has begun its sheet. */
export async function classWithSheet(
  portal: TestPortal,
  code: string,
  count = 5,
  more: Record<string, unknown> = {},
): Promise<ClassWithSheet> {
  const course = await (await catalogue(portal)).course(code, more);
  const lecturer = await lecturerOf(portal, course);
  const officer = await staffMember(portal, { pages: ["score-sheets", "score-sheets.change"], lastname: "Bello" });
  const students = await studentsOf(portal, [course], count);
  const of = await classOf(portal, course);
  await fivePoints(portal);
  const { _id: sheet } = (await granted(lecturer.get(`/staff/ms_score_sheet/class/${of}`))).body;
  return { lecturer, officer, course, class: of, sheet, students, path: `/staff/ms_score_sheet/${sheet}` };
}

/** Whatever was put before a head comes back, so that nothing is left sent in without its marks. */
export async function allReturned({ db }: TestPortal): Promise<void> {
  await sql`update portal.score_sheet set state = 'Returned', reason = 'The test is over' where state like 'With %'`.execute(
    db,
  );
}

/** The sheet is with its head since now, put straight into the database. */
export async function sentIn(
  { db }: TestPortal,
  { sheet, lecturer }: Pick<ClassWithSheet, "sheet" | "lecturer">,
): Promise<void> {
  await sql`update portal.score_sheet set state = 'With head', submittedby = ${lecturer._id}, "submittedAt" = now(), "movedAt" = now()
    where _id = ${sheet}`.execute(db);
}
