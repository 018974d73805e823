import { sql } from "kysely";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";
import { catalogues, type DemoCourse, placeOf } from "./courses.ts";
import { addressAt } from "./staff.ts";
import { type DemoStudent, students } from "./students.ts";

/** The semester that runs, and who of the office stands by which address. */
export interface RunningSemester {
  readonly session: string;
  /** The session before. */
  readonly earlier: string;
  readonly semester: number;
  staff(address: string): string;
  /** The course of a programme, or else the first of its code. */
  course(code: string, programme?: string): string;
}

/** Those who study here already: with the marks of earlier semesters, and the registrations of the one that runs. */
export async function addStudents(trx: Trx, running: RunningSemester, password: string): Promise<void> {
  for (const [place, one] of students.entries()) {
    const student = await addStudent(trx, running, one, place, password);
    await addMarks(trx, running, one, student, place);
    if (one.standing !== "Open") await addRegistration(trx, running, one, student, place);
  }
}

async function addStudent(
  trx: Trx,
  { session, earlier }: RunningSemester,
  { firstname, middlename, lastname, gender, programme, level, address }: DemoStudent,
  place: number,
  password: string,
): Promise<string> {
  const student = newId();
  const number = String(place + 1).padStart(4, "0");
  const entered = level === 100 ? "25" : "24";
  const person = {
    firstname,
    middlename,
    lastname,
    jamb: `20${entered}${number}0000`.slice(0, 12).concat("GC"),
    emailaddress: addressAt(address ?? `student${place + 1}`),
    phonenumber: `234806000${number}`,
  };
  const applicant = address ? newId() : null;
  if (applicant)
    await trx
      .insertInto("applicant")
      .values({ ...person, _id: applicant, password, verifiedAt: sql`now()` })
      .execute();
  await trx
    .insertInto("student")
    .values((eb) => ({
      ...person,
      _id: student,
      applicant,
      gender,
      matric: `${programme}/${entered}/${number}`,
      dateofbirth: `200${4 + (place % 3)}-0${1 + (place % 9)}-14`,
      programme: eb.selectFrom("programme").select("_id").where("code", "=", programme),
      session: level === 100 ? session : earlier,
      type: "JAMB UTME",
      entrylevel: 100,
      level,
      semester: 2,
      stateoforigin: "Niger",
      lgaoforigin: "Gurara",
      indigene: true,
    }))
    .execute();
  await trx
    .insertInto("audit")
    .values({ _id: newId(), actorkind: "system", deed: "student.create", subject: `student:${student}` })
    .execute();
  return student;
}

/** What everybody of a programme takes in a semester, without electives that one did not choose. */
const taken = ({ programme, option }: DemoStudent, level: number, semester: number): readonly DemoCourse[] =>
  catalogues
    .flatMap((one) => [...(one.programme === programme ? one.halves.flat() : []), ...one.general])
    .filter(({ code, choice }) => {
      const place = placeOf(code);
      return place.level === level && place.semester === semester && (choice === undefined || code === option);
    });

async function addMarks(
  trx: Trx,
  { session, earlier }: RunningSemester,
  one: DemoStudent,
  student: string,
  place: number,
): Promise<void> {
  const semesters =
    one.level === 100
      ? [{ session, level: 100, semester: 1 }]
      : [
          { session: earlier, level: 100, semester: 1 },
          { session: earlier, level: 100, semester: 2 },
          { session, level: 200, semester: 1 },
        ];
  const marks = semesters.flatMap(({ level, ...when }) =>
    taken(one, level, when.semester).map(({ code, name, credit }, at) => ({
      ...when,
      _id: newId(),
      student,
      course: code,
      title: name,
      units: credit,
      total: one.failed.includes(code) ? 33 : 45 + ((place * 7 + at * 11) % 33),
    })),
  );
  await trx.insertInto("past_mark").values(marks).execute();
}

/** In the first days of the window; who waits has sent it since. A head has approved the others. */
async function addRegistration(
  trx: Trx,
  { session, semester, course, staff }: RunningSemester,
  one: DemoStudent,
  student: string,
  place: number,
): Promise<void> {
  const again = one.failed.filter((code) => placeOf(code).semester === semester && code !== one.leftOut);
  const lines = [
    ...catalogues
      .flatMap(({ halves }) => halves.flat())
      .filter(({ code }, at, all) => again.includes(code) && all.findIndex((other) => other.code === code) === at)
      .map((line) => ({ ...line, kind: "Carry-over" })),
    ...taken(one, one.level, semester).map((line) => ({
      ...line,
      kind: line.moduletype === "General" ? "General" : "Programme",
    })),
  ];
  const registration = newId();
  const isApproved = one.standing === "Registered";
  const [sent, decided] = isApproved ? [14, 14] : [students.length - place, null];
  const daysAgo = (days: number | null, hour: number) =>
    days === null
      ? null
      : sql<string>`(((now() at time zone 'Africa/Lagos')::date - ${days}::int)::timestamp + make_interval(hours => ${hour}::int)) at time zone 'Africa/Lagos'`;
  await trx
    .insertInto("course_registration")
    .values((eb) => ({
      _id: registration,
      student,
      session,
      semester,
      programme: eb.selectFrom("programme").select("_id").where("code", "=", one.programme),
      level: one.level,
      state: one.standing,
      units: lines.reduce((all, { credit }) => all + credit, 0),
      hodapproval: true,
      arrivedAt: daysAgo(sent, 7) as never,
      found: [...(one.found ?? [])],
      note: one.note ?? null,
      decidedby: isApproved ? staff("head.of.biology") : null,
      decidedAt: daysAgo(decided, 8),
    }))
    .execute();
  const ids = lines.map(({ code, kind }) => ({ kind, course: course(code, one.programme) }));
  await sql`insert into portal.course_registration_line
      (_id, registration, course, class, courseversion, code, name, credit, moduletype, kind, "addedAt", "approvedAt")
    select gen_random_uuid(), ${registration}, c._id, c.class, c.version, c.code, c.name, c.credit, c.moduletype, t.kind,
      ${daysAgo(sent, 7)}, ${daysAgo(decided, 8)}
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as t(course uuid, kind text)
    join portal.course c on c._id = t.course`.execute(trx);
}
