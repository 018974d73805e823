import { createHash } from "node:crypto";
import pg from "pg";
import { expect } from "vitest";
import { slicesOf } from "../src/kit/value/slices.rules.ts";
import { coded, importCsv } from "./bursar.ts";
import type { RawMark } from "./computed-apart.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { fileOfStudents, studentRow } from "./student-file.ts";
import { granted } from "./walk.ts";

/** The semesters that results are of, by their order: two of which the marks were brought in, and the two that are walked. */
export const terms = [
  { code: "2025", semester: 1 },
  { code: "2025", semester: 2 },
  { code: "2026", semester: 1 },
  { code: "2026", semester: 2 },
] as const;

export interface Studying {
  readonly _id: string;
  readonly matric: string;
  readonly programme: string;
  readonly level: number;
  /** The place in the file, from 1. */
  readonly nth: number;
}

interface Planned {
  readonly code: string;
  readonly units: number;
  readonly core: boolean;
}

/** All that is known of the college apart from the portal. */
export interface SemestersCollege {
  readonly portal: TestPortal;
  /** The session that runs, and the one after it. */
  readonly session: string;
  readonly next: string;
  readonly registrar: StaffMember;
  readonly students: readonly Studying[];
  /** Compulsory courses and electives of a programme, a level and a semester. */
  planned(programme: string, level: number, semester: number): readonly Planned[];
}

const PROGRAMMES = ["NCE-CRS-ENG", "NCE-BIO-CHE", "NCE-ENG-SOS", "NCE-CRS-HIS", "NCE-BIO-GEO"];

/** Rows of a file. */
const AT_ONCE = 3_000;

/** A number from 0 to below 1 that is the same for the same words in every run. */
export const lotOf = (...words: readonly (string | number)[]): number =>
  createHash("sha256").update(words.join("\u0000")).digest().readUInt32BE(0) / 2 ** 32;

/** Every fifth is in the second year, with marks of the first that are brought in. */
const levelOf = (nth: number): number => (nth % 5 === 0 ? 200 : 100);

/** Brings so many students and a catalogue of two semesters in, by files. */
export async function semestersCollege(portal: TestPortal, count: number): Promise<SemestersCollege> {
  const registrar = await staffMember(portal, { groups: ["Registrar and admission officers"] });
  const session = await coded(portal, "session", "2026");
  await granted(registrar.post(`/staff/ms_session/${session}/run`, { confirm: "2026" }));
  const next = (
    await granted(
      registrar.post("/staff/ms_session", {
        code: "2027",
        name: "2027/2028",
        status: false,
        admission: false,
        semester: 1,
      }),
    )
  ).body._id;
  const { rows: known } = await portal.app.portal.pool.query<{ code: string }>(
    "select code from portal.programme where award = 'NCE' and status order by code = any($1) desc, code limit 5",
    [PROGRAMMES],
  );
  const programmes = known.map(({ code }) => code);
  const rows = Array.from({ length: count }, (_, at) => ({
    ...studentRow(at + 1),
    Programme: programmes[at % programmes.length] ?? "",
    "Session of entry": levelOf(at + 1) === 200 ? "2025" : "2026",
    Level: String(levelOf(at + 1)),
  }));
  for (const slice of slicesOf(rows, AT_ONCE)) {
    const { body: brought } = await importCsv(portal, registrar, "student", fileOfStudents(slice));
    expect([brought.added, brought.wrong]).toEqual([slice.length, []]);
  }
  const catalogue = programmes.flatMap((programme) =>
    [100, 200].flatMap((level) =>
      [1, 2].flatMap((semester) =>
        plannedFor(programme, level, semester)
          .filter(({ code }) => !code.startsWith("EDU") || programme === programmes[0])
          .map(({ code, units, core }) => {
            const isGeneral = code.startsWith("EDU");
            const type = isGeneral ? "General" : core ? "Core" : "Elective";
            return `2026,${programme},${code},Course ${code},${type},${units},${level},${semester},${isGeneral ? "Every programme" : "Its programme"},Active`;
          }),
      ),
    ),
  );
  const headings = "Session,Programme,Code,Name,Module type,Units,Level,Semester,General,Status";
  const { body } = await importCsv(portal, registrar, "course", [headings, ...catalogue].join("\n"));
  expect([body.added, body.wrong]).toEqual([catalogue.length, []]);
  const { rows: students } = await portal.app.portal.pool.query<Studying>(
    `select s._id, s.matric, p.code as programme, s.level, right(s.matric, 6)::int - 100000 as nth from portal.student s
      join portal.programme p on p._id = s.programme where s.matric like 'NCE/24/%' order by s.matric`,
  );
  return { portal, session, next, registrar, students, planned: plannedFor };
}

/** Four core courses of each half of a combination, which the combinations share, two for everybody and an elective. */
function plannedFor(programme: string, level: number, semester: number): Planned[] {
  const [first = "", second = ""] = programme.split("-").slice(1, 3);
  const code = (subject: string, nth: number) => `${subject} ${level / 100}${semester}${nth}`;
  return [
    ...[first, second].flatMap((half) => [1, 2, 3, 4].map((nth) => ({ code: code(half, nth), units: 2, core: true }))),
    ...[1, 2].map((nth) => ({ code: code("EDU", nth), units: 1, core: true })),
    { code: code(first, 5), units: 1, core: false },
  ];
}

/** A mark by lot: mostly good, one in eight a fail, some codes. */
export function markOf(student: string, term: number, course: string): Pick<RawMark, "ca" | "examination" | "code"> {
  const lot = lotOf(student, term, course);
  if (lot < 0.02) {
    const code = (["Absent", "Excused", "Malpractice", "No CA"] as const)[Math.floor(lot * 200)] ?? "Absent";
    return { ca: null, examination: null, code };
  }
  const ability = lotOf(student, "ability");
  const ca = Math.floor(8 + 32 * lotOf(student, term, course, "ca") * (0.4 + 0.6 * ability));
  const examination = Math.floor(10 + 50 * lotOf(student, term, course, "examination") * (0.4 + 0.6 * ability));
  return { ca, examination, code: null };
}

/** Brings in, by files, what those of the second year were given in the first. Answers the marks. */
export async function bringFirstYear({ portal, registrar, students, planned }: SemestersCollege): Promise<RawMark[]> {
  const marks = students
    .filter(({ level }) => level === 200)
    .flatMap(({ _id, programme }) =>
      [0, 1].flatMap((term) =>
        planned(programme, 100, term + 1).map(({ code: course, units }) => ({
          ...{ student: _id, term, course, units },
          ...markOf(_id, term, course),
        })),
      ),
    );
  const matricOf = new Map(students.map(({ _id, matric }) => [_id, matric]));
  const rows = marks.map(({ student, term, course, units, ca, examination, code }) =>
    [matricOf.get(student), "2025", term + 1, course, `Course ${course}`, units, ca, examination, "", code].join(","),
  );
  const headings = "Matric number,Session,Semester,Course code,Course title,Units,CA,Examination,Total,Code";
  for (const slice of slicesOf(rows, AT_ONCE)) {
    const { body } = await importCsv(portal, registrar, "past_mark", [headings, ...slice].join("\n"));
    expect([body.added, body.wrong]).toEqual([slice.length, []]);
  }
  return marks;
}

interface Line {
  readonly student: string;
  readonly code: string;
}

/** Registers lines for a semester of the running session, put straight into the database as approved. */
export async function registerLines({ portal, session }: SemestersCollege, semester: number, lines: readonly Line[]) {
  const client = new pg.Client({ ...portal.app.portal.pool.options, application_name: "semesters" });
  await client.connect();
  try {
    await client.query("begin; set local statement_timeout = 0; set local session_replication_role = replica");
    await client.query("create temporary table wanted (student uuid, code text) on commit drop");
    await client.query("insert into wanted select * from unnest($1::uuid[], $2::text[])", [
      lines.map(({ student }) => student),
      lines.map(({ code }) => code),
    ]);
    await client.query(
      `create temporary table meant on commit drop as select w.student, c._id as course, c.class, c.version, c.code, c.name, c.credit,
          c.moduletype, c.level <> s.level as again
        from wanted w join portal.student s on s._id = w.student
        join lateral (select c.* from portal.course c where c.session = $1 and c.code = w.code and c.semester = $2
          order by c.programme = s.programme desc, c._id limit 1) c on true`,
      [session, semester],
    );
    await client.query(
      `insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
        select gen_random_uuid(), m.student, $1, $2, s.programme, s.level, 'Registered', sum(m.credit), false, now()
        from meant m join portal.student s on s._id = m.student group by m.student, s.programme, s.level`,
      [session, semester],
    );
    const { rowCount } = await client.query(
      `insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit, moduletype,
          kind, "approvedAt")
        select gen_random_uuid(), r._id, m.course, m.class, m.version, m.code, m.name, m.credit, m.moduletype,
          case when m.again then 'Carry-over' else 'Programme' end, now()
        from meant m join portal.course_registration r on r.student = m.student and r.session = $1 and r.semester = $2`,
      [session, semester],
    );
    await client.query("commit");
    expect(rowCount).toBe(lines.length);
  } finally {
    await client.end();
  }
}

/** Drops one course of a student in the semester, put straight into the database. */
export async function dropLine({ portal, session }: SemestersCollege, semester: number, { student, code }: Line) {
  const { rowCount } = await portal.app.portal.pool.query(
    `with gone as (update portal.course_registration_line l set "droppedAt" = now() from portal.course_registration r
        where r._id = l.registration and r.student = $1 and r.session = $2 and r.semester = $3 and l.code = $4 returning r._id, l.credit)
      update portal.course_registration r set units = r.units - gone.credit from gone where gone._id = r._id`,
    [student, session, semester, code],
  );
  expect(rowCount).toBe(1);
}
