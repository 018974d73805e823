import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { enrolled } from "../../../testing/billed.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { catalogue, registeredFor, registrationsFollow } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof catalogue>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_course";
const added = (more: object) => office.officer.post(path, { ...office.usual, name: "A course", ...more });

test("exactly the fields of the specification make a course of the session that runs", async () => {
  const { session: _, ...given } = office.usual;
  const { body } = await office.officer.post(path, { ...given, code: "crs-101", name: "Old Testament" });
  expect(body).toMatchObject({ type: "success" });
  const course = (await office.officer.get(`${path}/${body._id}`)).body;
  expect(course).toMatchObject({ code: "CRS 101", credit: 2, half: null, needs: null, version: 1 });
});

test.each([
  ["a code of one letter", { code: "C" }, "code", "Minimum of 2 characters expected"],
  ["a module type of one letter", { moduletype: "C" }, "moduletype", "Minimum of 2 characters expected"],
  ["units of 1e2", { credit: 100 }, "credit", "Units must be a whole number from 0 to 20"],
  ["a level between two", { level: 150 }, "level", "Level must be a whole hundred from 100 to 900"],
  ["itself passed before", { needs: "crs 900" }, "needs", "A course cannot name itself here"],
  [
    "a group without a number",
    { choice: "Crafts" },
    "choose",
    "Name of the group and How many of it belong together: fill in both or neither",
  ],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const { status, body } = await added({ code: "CRS 900", ...wrong });
  expect([status, body.errors?.[field]]).toEqual([500, sentence]);
});

test("a code stands once in a programme, and in another programme it is the same class", async () => {
  const first = await office.course("CRS 110");
  expect((await added({ code: "CRS110" })).body).toMatchObject({
    code: "value-taken",
    errors: { code: expect.any(String) },
  });
  const programmes = await portal.db.selectFrom("programme").select("_id").orderBy("code").limit(5).execute();
  const programme = programmes.find(({ _id }) => _id !== office.usual.programme)?._id;
  const second = await office.course("CRS 110", { programme, moduletype: "Elective" });
  const rows = await portal.db.selectFrom("course").select("class").where("_id", "in", [first, second]).execute();
  expect(new Set(rows.map((row) => row.class)).size).toBe(1);
});

test("every change of what papers show is a version of its own", async () => {
  const course = await office.course("CRS 120", { credit: 1 });
  const { _id, _title, createdAt, version, programme, session, ...form } = (
    await office.officer.get(`${path}/${course}`)
  ).body;
  const changed = { ...form, programme: programme._id, session: session._id, credit: 3 };
  expect((await office.officer.put(`${path}/${course}`, changed)).body).toMatchObject({ type: "success" });
  const versions = await portal.db
    .selectFrom("course_version")
    .select(["version", "credit"])
    .where("course", "=", course)
    .orderBy("version")
    .execute();
  expect(versions).toEqual([
    { version: 1, credit: 1 },
    { version: 2, credit: 3 },
  ]);
});

test("a file brings courses, and codes in any spelling are one", async () => {
  const head = "Programme,Session,Code,Name,Module type,Units,Level,Semester,General,Status,Passed before";
  const rows = ["NCE-CRS-ENG,2026,crs 201,Prophets,Core,2,200,1,Its programme,Active,crs101; CRS 110"];
  const { body } = await importCsv(portal, office.officer, "course", [head, ...rows].join("\n"));
  expect(body).toMatchObject({ type: "success", added: 1 });
  const { list } = (await office.officer.get(`${path}?q=prophets`)).body;
  expect(list).toMatchObject([{ code: "CRS 201", needs: "CRS 101, CRS 110" }]);
});

test("a file with wrong rows brings none of them, and says of each what is wrong", async () => {
  const head = "Programme,Session,Code,Name,Module type,Units,Level,Semester,General,Status";
  const rows = [
    "NCE-CRS-ENG,2026,CRS 241,Psalms,Core,2,200,1,Its programme,Active",
    "NCE-CRS-ENG,2026,CRS 242,Wisdom,Core,two,200,1,Its programme,Active",
    "NCE-CRS-ENG,2026,CRS 243,Acts,Core,2,250,3,Its programme,Active",
    "NCE-XXX,2026,CRS 244,Romans,Core,2,200,1,Its programme,Active",
    "NCE-CRS-ENG,2026,crs241,Psalms again,Core,2,200,1,Its programme,Active",
  ];
  const file = [head, ...rows].join("\n");
  const { body } = await importCsv(portal, office.officer, "course", file, "?check=1");
  const wrong: { row: number; sentences: string[] }[] = body.wrong;
  expect(wrong.map(({ row }) => row)).toEqual([3, 4, 5, 6]);
  expect(wrong.map(({ sentences }) => sentences.join(" "))).toEqual([
    expect.stringContaining("Units must be a number"),
    expect.stringContaining("Level must be a whole hundred from 100 to 900"),
    expect.stringContaining("NCE-XXX"),
    expect.stringContaining("The programme has this course in this session already"),
  ]);
  expect((await importCsv(portal, office.officer, "course", file)).body.type).toBe("error");
  expect((await office.officer.get(`${path}?q=psalms`)).body.list).toEqual([]);
});

test("a head sees and changes the courses of the own department's programmes alone", async () => {
  const course = await office.course("CRS 130");
  const other = await headOf(portal, "BIO", ["courses", "courses.change"]);
  expect((await other.get(`${path}/${course}`)).status).toBe(404);
  expect((await other.post(path, { ...office.usual, code: "CRS 131", name: "Kings" })).body.type).toBe("error");
});

test("a course for everybody takes a right to the whole college, typed or by a file", async () => {
  const head = await headOf(portal, "CRS", ["courses", "courses.change", "programmes", "sessions"]);
  const own = { ...office.usual, name: "A course" };
  expect((await head.post(path, { ...own, code: "CRS 140" })).body).toMatchObject({ type: "success" });
  const general = await head.post(path, { ...own, code: "CRS 141", general: true });
  expect(general.body).toMatchObject({ code: "whole-college-only", errors: { general: expect.any(String) } });
  const heading = "Programme,Session,Code,Name,Module type,Units,Level,Semester,General,Status";
  const row = "NCE-CRS-ENG,2026,CRS 142,Sects,Core,2,100,1,Every programme,Active";
  const { body } = await importCsv(portal, head, "course", [heading, row].join("\n"));
  expect(body.message).toContain("only a right to the whole college");
  const everybodys = await office.course("CRS 143", { general: true });
  const off = { status: false, ids: [everybodys], count: 1 };
  expect((await head.post("/staff/ms_course/bulk", off)).body).toMatchObject({ code: "whole-college-only" });
  expect((await office.officer.post("/staff/ms_course/bulk", off)).body).toMatchObject({ type: "success" });
});

test("a class that was taught before keeps its department, whoever puts its code into a catalogue first", async () => {
  const { db } = portal;
  const [before] = await db.selectFrom("session").select("_id").orderBy("name").limit(1).execute();
  const departmentOf = async (course: string) =>
    db
      .selectFrom("course")
      .innerJoin("course_class", "course_class._id", "course.class")
      .select("course_class.department")
      .where("course._id", "=", course)
      .executeTakeFirstOrThrow();
  const sessions = await db.selectFrom("session").select("_id").orderBy("name", "desc").limit(1).execute();
  expect(sessions[0]?._id).not.toBe(before?._id);
  const former = await office.course("GSE 191", { session: before?._id });
  const owner = await departmentOf(former);
  const { _id: stranger } = await db
    .selectFrom("programme")
    .select("_id")
    .where("department", "<>", owner.department)
    .limit(1)
    .executeTakeFirstOrThrow();
  const again = await office.course("GSE 191", { session: sessions[0]?._id, programme: stranger });
  expect(await departmentOf(again)).toEqual(owner);
});

/** Saves a course with another code. */
async function recoded(course: string, code: string) {
  const { _id, _title, createdAt, version, programme, session, ...form } = (
    await office.officer.get(`${path}/${course}`)
  ).body;
  return office.officer.put(`${path}/${course}`, { ...form, programme: programme._id, session: session._id, code });
}

const classOf = async (course: string) =>
  (await portal.db.selectFrom("course").select("class").where("_id", "=", course).executeTakeFirstOrThrow()).class;

async function allocated(course: string): Promise<void> {
  const { _id: lecturer } = await staffMember(portal);
  await sql`insert into portal.course_allocation (_id, course, staff) values (gen_random_uuid(), ${course}, ${lecturer})`.execute(
    portal.db,
  );
}

test("a registered course keeps its code, dropped or not", async () => {
  const course = await office.course("CRS 170");
  await registeredFor(portal, (await enrolled(portal))._id, [course]);
  expect((await recoded(course, "CRS 171")).body).toMatchObject({
    code: "course-code-stays",
    errors: { code: expect.stringContaining("Make this course Inactive and add another") },
  });
});

test("a registered course stays in its level and semester until nobody has it", async () => {
  const course = await office.course("CRS 176");
  const registration = await registeredFor(portal, (await enrolled(portal))._id, [course]);
  const moved = (more: object) =>
    office.officer.put(`${path}/${course}`, { ...office.usual, code: "CRS 176", name: "Course CRS 176", ...more });
  for (const more of [{ semester: 2 }, { level: 200 }])
    expect((await moved(more)).body).toMatchObject({
      code: "course-term-stays",
      errors: { semester: expect.stringContaining("It can be moved once nobody has it") },
    });
  expect((await moved({ credit: 3 })).body).toMatchObject({ type: "success" });
  await sql`update portal.course_registration_line set "droppedAt" = now() where registration = ${registration}`.execute(
    portal.db,
  );
  await registrationsFollow(portal);
  expect((await moved({ semester: 2, credit: 3 })).body).toMatchObject({ type: "success" });
});

test("a class whose only course gets a code that is free goes along, with its lecturers and places", async () => {
  const course = await office.course("CRS 172");
  await allocated(course);
  const before = await classOf(course);
  await portal.db.updateTable("course_class").set({ seats: 40 }).where("_id", "=", before).execute();
  expect((await recoded(course, "CRS 173")).body).toMatchObject({ type: "success" });
  expect(await classOf(course)).toBe(before);
  const { rows } =
    await sql`select k.code, k.seats, (select count(*)::int from portal.course_allocation a where a.class = k._id) as lecturers
    from portal.course_class k where k._id = ${before}`.execute(portal.db);
  expect(rows).toEqual([{ code: "CRS 173", seats: 40, lecturers: 1 }]);
});

test("a course leaves the class of others for another code, unless lecturers were allocated by it", async () => {
  const programmes = await portal.db.selectFrom("programme").select("_id").orderBy("code").limit(5).execute();
  const programme = programmes.find(({ _id }) => _id !== office.usual.programme)?._id;
  const [first, second] = [await office.course("CRS 174"), await office.course("CRS 174", { programme })];
  await allocated(first);
  const shared = await classOf(first);
  expect((await recoded(first, "CRS 175")).body).toMatchObject({
    code: "course-taught",
    errors: { code: expect.stringContaining("stand under this code") },
  });
  expect((await recoded(second, "CRS 175")).body).toMatchObject({ type: "success" });
  expect([await classOf(first), (await classOf(second)) === shared]).toEqual([shared, false]);
  // The other way round: its class is its own, and the code is another class's.
  expect((await recoded(first, "CRS 175")).body.code).toBe("course-taught");
});
