import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { enrolled } from "../../../../testing/billed.ts";
import { coded } from "../../../../testing/bursar.ts";
import { catalogue, registeredFor } from "../../../../testing/catalogue.ts";
import { headOf } from "../../../../testing/head.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import type { GridCourse, ShownFinding } from "./catalogue.contract.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof catalogue>>;
let other: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
  other = await coded(portal, "programme", "NCE-CRS-HIS");
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_course";
const of = (programme = office.usual.programme) => `programme=${programme}&session=${office.usual.session}`;
const grid = async (programme?: string) => (await office.officer.get(`${path}/grid?${of(programme)}`)).body;
const rowOf = async (code: string): Promise<GridCourse> =>
  (await grid()).courses.find((course: GridCourse) => course.code === code);
const sentences = async (programme?: string): Promise<string[]> =>
  (await office.officer.get(`${path}/check?${of(programme)}`)).body.findings.map(
    ({ sentence }: ShownFinding) => sentence,
  );

test("the grid holds a programme's courses by level and semester, its limits, and the general courses of others", async () => {
  await office.course("CRS 111");
  await office.course("CRS 221", { level: 200, semester: 2 });
  await office.course("GSE 111", { programme: other, general: true, moduletype: "General" });
  const { programme, minunit, maxunit, levels, courses, general } = await grid();
  expect([programme.label, minunit, maxunit, levels]).toEqual([
    expect.stringContaining("NCE "),
    18,
    24,
    [100, 200, 300],
  ]);
  expect(courses).toMatchObject([
    { code: "CRS 111", class: { seats: null, registered: 0, version: 1, isown: true } },
    { code: "CRS 221", level: 200, semester: 2 },
  ]);
  expect(general).toMatchObject([{ code: "GSE 111" }]);
  expect((await office.officer.get(`${path}/grid`)).body.errors).toEqual({ programme: "Choose a programme" });
});

test("who teaches a class, and for how many, is said once for all programmes; a stale version is refused", async () => {
  const { class: one } = await rowOf("CRS 111");
  const { _id: department } = await portal.db
    .selectFrom("department")
    .select("_id")
    .where("code", "=", "ENG")
    .executeTakeFirstOrThrow();
  const put = (body: object) => office.officer.put(`/staff/ms_course_class/${one._id}`, body);
  expect((await put({ department, seats: 60, version: 1 })).body).toMatchObject({ type: "success", version: 2 });
  expect((await rowOf("CRS 111")).class).toMatchObject({ seats: 60, department: { _id: department }, version: 2 });
  const stale = await put({ department, seats: 70, version: 1 });
  expect([stale.status, stale.body.code]).toEqual([409, "version-stale"]);
  expect((await put({ department, version: 2 })).body).toMatchObject({ type: "success" });
  expect((await rowOf("CRS 111")).class.seats).toBe(null);
  expect((await put({ department: "nobody", version: 3 })).body).toMatchObject({ code: "choice-not-found" });
});

test("a limit below those who have registered already is refused with their number", async () => {
  const course = await office.course("CRS 112");
  for (const _nth of [1, 2]) await registeredFor(portal, (await enrolled(portal))._id, [course]);
  const { class: one } = await rowOf("CRS 112");
  expect(one.registered).toBe(2);
  const put = (seats: number) =>
    office.officer.put(`/staff/ms_course_class/${one._id}`, { department: one.department._id, seats, version: 1 });
  expect((await put(1)).body).toMatchObject({
    code: "seats-taken",
    errors: { seats: "2 students have registered CRS 112 already. Seats must be at least that many" },
  });
  expect((await put(2)).body).toMatchObject({ type: "success" });
});

test("a head changes the classes that the own department teaches alone", async () => {
  const head = await headOf(portal, "CRS", ["courses", "courses.change"]);
  const { class: one } = await rowOf("CRS 221");
  const body = { department: one.department._id, seats: 40, version: one.version };
  expect((await head.put(`/staff/ms_course_class/${one._id}`, body)).body).toMatchObject({ type: "success" });
  const { class: given } = await rowOf("CRS 111");
  const refused = await head.put(`/staff/ms_course_class/${given._id}`, { ...body, version: given.version });
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("Another department teaches")]);
});

test("a copy is shown before it is made, takes one half over as another, and a second one adds nothing", async () => {
  await office.course("ENG 111", { half: 2, needs: "CRS 111" });
  await office.course("ENG 112", { half: 2 });
  const body = {
    from: office.usual.programme,
    fromsession: office.usual.session,
    programme: other,
    session: office.usual.session,
    begins: "eng",
    half: 2,
    ashalf: 1,
  };
  const copy = (more: object = {}) => office.officer.post(`${path}/copy`, { ...body, ...more });
  const preview = (await copy({ check: true })).body;
  expect(preview).toMatchObject({ message: "Nothing has been copied yet", added: 2 });
  expect(preview.courses).toMatchObject([
    { code: "ENG 111", isthere: false },
    { code: "ENG 112", isthere: false },
  ]);
  expect((await grid(other)).courses).toMatchObject([{ code: "GSE 111" }]);
  expect((await copy()).body).toMatchObject({ message: "2 courses were copied", added: 2 });
  const courses: GridCourse[] = (await grid(other)).courses;
  expect(courses.find(({ code }) => code === "ENG 111")).toMatchObject({ half: 1, needs: "CRS 111" });
  const again = (await copy()).body;
  expect(again).toMatchObject({ message: "All 2 stand there already, so nothing was copied", added: 0 });
  const history = (await office.officer.get(`${path}/${courses[0]?._id}/history`)).body;
  expect(history[0].deed).toBe("Copied");
  expect((await copy({ begins: "XYZ" })).body.code).toBe("nothing-to-copy");
  expect((await copy({ from: other })).body.code).toBe("copy-into-itself");
  const sources = (await office.officer.get(`${path}/copy?${of(other)}`)).body;
  expect(sources).toMatchObject([{ courses: 5, halves: [2], programme: { _id: office.usual.programme } }]);
});

test("general courses come into another session once, from whichever programme and however many copy at once", async () => {
  const { rows } = await sql<{ _id: string }>`insert into portal.session (_id, code, name, semester)
    values (gen_random_uuid(), '2041', '2041/2042', 1) returning _id`.execute(portal.db);
  const session = rows[0]?._id;
  const copyInto = (who: typeof office.officer, programme: string) =>
    who.post(`${path}/copy`, { from: other, fromsession: office.usual.session, programme, session });
  const generals = async () =>
    (await sql`select code from portal.course where session = ${session} and general order by code`.execute(portal.db))
      .rows;
  const classes = portal.db.updateTable("course_class").where("code", "=", "GSE 111");
  await classes.set({ seats: 70 }).where("session", "=", office.usual.session).execute();
  const head = await headOf(portal, "BIO", ["courses", "courses.change"]);
  await granted(copyInto(head, await coded(portal, "programme", "NCE-BIO-CHE")));
  expect(await generals()).toEqual([]);
  await whileTableHeld(portal, "course_version", 2, () =>
    Promise.all([other, office.usual.programme].map((programme) => granted(copyInto(office.officer, programme)))),
  );
  expect(await generals()).toEqual([{ code: "GSE 111" }]);
  expect((await copyInto(office.officer, office.usual.programme)).body).toMatchObject({ added: 0 });
  expect(await generals()).toHaveLength(1);
  const { rows: seats } = await sql`select seats from portal.course_class
    where session = ${session} and code = 'GSE 111'`.execute(portal.db);
  expect(seats).toEqual([{ seats: 70 }]);
});

test("a head copies into the own programmes alone", async () => {
  const head = await headOf(portal, "BIO", ["courses", "courses.change"]);
  const session = office.usual.session;
  const body = { from: office.usual.programme, fromsession: session, session };
  expect((await head.post(`${path}/copy`, { ...body, programme: other })).status).toBe(403);
  const own = await coded(portal, "programme", "NCE-BIO-CHE");
  expect((await head.post(`${path}/copy`, { ...body, programme: own })).body).toMatchObject({ added: 5 });
});

test("the check names what is wrong with one programme, and with all that the right reaches", async () => {
  const found = await sentences();
  expect(found).toContain("The second semester of 100 level has no course");
  expect(found).toContain("At most 12 units can be taken over all levels, and 108 are needed to graduate");
  await office.course("CRS 301", { level: 300, needs: "CRS 999" });
  expect(await sentences()).toContain("CRS 301 needs CRS 999 passed before, and nobody offers it in this session");
  const all = (await office.officer.get(`${path}/check?session=${office.usual.session}`)).body;
  expect(all.programmes).toBeGreaterThan(70);
  expect(new Set(all.findings.map(({ programme }: ShownFinding) => programme._id)).size).toBe(all.programmes);
  const head = await headOf(portal, "CRS", ["courses"]);
  const own = (await head.get(`${path}/check?session=${office.usual.session}`)).body;
  expect(own.programmes).toBeLessThan(10);
  expect((await head.get(`${path}/check?${of(await coded(portal, "programme", "NCE-BIO-CHE"))}`)).status).toBe(404);
});

test("the opening of a session takes the courses over with who teaches them, and names what is wrong", async () => {
  const registrar = await staffMember(portal, { pages: ["sessions", "sessions.change"] });
  const { body: next } = await registrar.post("/staff/ms_session", { code: "2031", name: "2031/2032", semester: 1 });
  const from = office.usual.session;
  const opened = (await registrar.post("/staff/ms_session_opening", { from, to: next._id })).body;
  expect(opened).toMatchObject({ type: "success" });
  expect(opened.parts).toContainEqual({ name: "courses", count: 14, remark: null });
  const there = await sql<{ code: string; same: boolean }>`
    select n.code, (n.department, n.seats) is not distinct from (o.department, o.seats) as same
    from portal.course_class n join portal.course_class o on o.session = ${from} and o.code = n.code
    where n.session = ${next._id}`.execute(portal.db);
  expect(there.rows.length).toBeGreaterThan(3);
  expect(there.rows.every(({ same }) => same)).toBe(true);
  const holes = (await registrar.get(`/staff/ms_session_opening/${next._id}/holes`)).body;
  const courses = holes.filter(({ about }: { about: string }) => about === "Courses");
  expect(courses.map(({ sentence }: { sentence: string }) => sentence)).toContainEqual(
    expect.stringMatching(/^Courses of NCE .*: .*, and \d+ more$/),
  );
  expect(courses[0].link).toContain(`/staff/courses/grid?session=${next._id}`);
});
