import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { hashPassword } from "../src/identity/credential/credential.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";
import { catalogues, departmentOf, placeOf } from "./courses.ts";
import { addGrading } from "./grading.fill.ts";
import { addressAt, DEMO_PASSWORD } from "./staff.ts";
import { addStudents, type RunningSemester } from "./students.fill.ts";
import { students } from "./students.ts";
import { allocations, meetings, practiceSchools, rooms, taught } from "./teaching.ts";

/** Who of the students signs in, in lines. */
export const studentSignIns: readonly string[] = [
  `Students of the demo college sign in at /student, with the same demo password ${DEMO_PASSWORD}:`,
  ...students.flatMap(({ address, about }) => (address ? [`  ${about?.padEnd(28)}${addressAt(address)}`] : [])),
];

/** Whatever is taught and learnt at the demo college in the semester that runs. Once, on a college without courses. */
export async function fillStudies(db: Database): Promise<void> {
  const password = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('portal demo studies'))`.execute(trx);
    if (await trx.selectFrom("course").select("_id").limit(1).executeTakeFirst()) return;
    const running = await addCatalogue(trx);
    await addAllocations(trx, running);
    await addTimetable(trx, running);
    await addGrading(trx);
    await addStudents(trx, running, password);
    await addRoomOfClass(trx, running);
    await trx
      .insertInto("practice_school")
      .values(practiceSchools.map((school) => ({ ...school, _id: newId() })))
      .execute();
  });
}

async function addCatalogue(trx: Trx): Promise<RunningSemester> {
  const { _id: session, semester } = await trx
    .selectFrom("session")
    .select(["_id", "semester"])
    .where("status", "=", true)
    .executeTakeFirstOrThrow();
  const earlier = newId();
  await trx.insertInto("session").values({ _id: earlier, code: "2024", name: "2024/2025", semester: 2 }).execute();
  const programmes = await byCode(trx, "programme");
  const departments = await byCode(trx, "department");
  const made = catalogues.flatMap(({ programme, halves, general }) => {
    const line = { programme: known(programmes, programme), session };
    return [
      ...halves.flatMap((courses, at) => courses.map((course) => ({ ...course, ...line, half: at + 1 }))),
      ...general.map((course) => ({ ...course, ...line, general: true })),
    ].map((course) => ({ ...course, ...placeOf(course.code), _id: newId(), called: programme }));
  });
  await sql`insert into portal.course
      (_id, programme, session, code, name, moduletype, credit, level, semester, general, half, choice, choose, needs)
    select c._id, c.programme, c.session, c.code, c.name, c.moduletype, c.credit, c.level, c.semester,
      coalesce(c.general, false), c.half, c.choice, c.choose, c.needs
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as c(_id uuid, programme uuid, session uuid, code text, name text,
      moduletype text, credit smallint, level smallint, semester smallint, general boolean, half smallint, choice text,
      choose smallint, needs text)`.execute(trx);
  const teaching = [...new Set(made.map(({ code }) => code))].map((code) => ({
    code,
    department: known(departments, departmentOf(code)),
  }));
  await sql`update portal.course_class k set department = t.department
    from jsonb_to_recordset(${JSON.stringify(teaching)}::jsonb) as t(code text, department uuid)
    where k.session = ${session} and k.code = t.code`.execute(trx);
  const staff = new Map(
    (await trx.selectFrom("staff").select(["_id", "emailaddress"]).execute()).map((one) => [one.emailaddress, one._id]),
  );
  return {
    session,
    earlier,
    semester: semester ?? 2,
    staff: (address) => known(staff, addressAt(address)),
    course: (code, programme) => {
      const ofCode = made.filter((course) => course.code === code);
      const found = ofCode.find(({ called }) => called === programme) ?? ofCode[0];
      if (!found) throw new Error(`The demo catalogue does not hold ${code}`);
      return found._id;
    },
  };
}

async function addAllocations(trx: Trx, { course, staff }: RunningSemester): Promise<void> {
  const given = Object.entries(allocations).flatMap(([code, lecturers]) =>
    lecturers.map((address, at) => ({
      _id: newId(),
      course: course(code),
      staff: staff(address),
      incharge: at === 0,
    })),
  );
  await sql`insert into portal.course_allocation (_id, course, staff, incharge)
    select a._id, a.course, a.staff, a.incharge
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as a(_id uuid, course uuid, staff uuid, incharge boolean)`.execute(
    trx,
  );
}

/** The semester that runs teaches since Monday of last week, for thirteen weeks, by a timetable that is out. */
async function addTimetable(trx: Trx, { session, semester, course, staff }: RunningSemester): Promise<void> {
  const officer = staff("timetable.officer");
  await sql`insert into portal.teaching_semester (_id, session, semester, start, "end", "publishedAt", publishedby)
    select ${newId()}, ${session}::uuid, ${semester}::smallint, d.monday, d.monday + 88, now() - interval '15 days', ${officer}::uuid
    from (select ${mondayOfLastWeek} as monday) d`.execute(trx);
  const made = rooms.map((room) => ({ ...room, _id: newId() }));
  await trx.insertInto("room").values(made).execute();
  const entries = meetings.map(({ code, room, ...when }) => ({
    ...when,
    _id: newId(),
    course: course(code),
    room: known(new Map(made.map((one) => [one.code, one._id])), room),
  }));
  await sql`insert into portal.timetable_entry (_id, course, room, day, start, "end")
    select e._id, e.course, e.room, e.day, e.start, e."end"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e(_id uuid, course uuid, room uuid, day text, start text, "end" text)`.execute(trx);
}

const mondayOfLastWeek = sql<string>`date_trunc('week', now() at time zone 'Africa/Lagos')::date - 7`;

/** Topics and texts of one class, and the lectures that were held, with who was there. */
async function addRoomOfClass(trx: Trx, running: RunningSemester): Promise<void> {
  const course = running.course(taught.course);
  const lecturer = running.staff("lecturer");
  const topics = taught.topics.map((topic, at) => ({ ...topic, _id: newId(), place: at + 1 }));
  await sql`insert into portal.topic (_id, course, label, place, week)
    select t._id, ${course}::uuid, t.label, t.place, t.week
    from jsonb_to_recordset(${JSON.stringify(topics)}::jsonb) as t(_id uuid, label text, place smallint, week smallint)`.execute(
    trx,
  );
  const materials = taught.materials.map(({ topic, ...material }) => ({
    ...material,
    _id: newId(),
    topic: topics[topic - 1]?._id,
  }));
  await sql`insert into portal.material (_id, topic, label, post)
    select m._id, m.topic, m.label, m.post
    from jsonb_to_recordset(${JSON.stringify(materials)}::jsonb) as m(_id uuid, topic uuid, label text, post text)`.execute(
    trx,
  );
  for (const [week, { name, topic }] of taught.lectures.entries()) {
    const contact = newId();
    await sql`insert into portal.contact (_id, course, date, name, hours, topic, staff, taken, "takenAt")
      values (${contact}, ${course}, ${mondayOfLastWeek} + ${week * 7}::int, ${name}, 2, ${topic}, ${lecturer}, 'List', now())`.execute(
      trx,
    );
    const missing = students.filter(({ missed = 0 }) => missed > week).map(({ lastname }) => lastname);
    await sql`insert into portal.attendance (contact, student, present, how, staff)
      select ${contact}, s._id, s.lastname <> all(${missing}::text[]), 'List', ${lecturer}
      from portal.student s join portal.course_registration r on r.student = s._id
      join portal.course_registration_line l on l.registration = r._id and l.code = ${taught.course}
      where l."approvedAt" is not null`.execute(trx);
  }
}

async function byCode(trx: Trx, table: "programme" | "department"): Promise<ReadonlyMap<string, string>> {
  const rows = await trx.selectFrom(table).select(["_id", "code"]).execute();
  return new Map(rows.map(({ _id, code }) => [code, _id]));
}

function known(found: ReadonlyMap<string, string>, name: string): string {
  const id = found.get(name);
  if (!id) throw new Error(`The demo college has no ${name}`);
  return id;
}
