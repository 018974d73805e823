import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { importCsv } from "../../../testing/bursar.ts";
import { catalogue } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { isAllocated, requireAllocated } from "./course-allocation.server.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof catalogue>>;
let officer: StaffMember;
let lecturers: StaffMember[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
  officer = await staffMember(portal, { pages: ["course-allocations", "course-allocations.change"] });
  lecturers = [];
  for (const lastname of ["Abubakar", "Bello", "Chukwu", "Danladi"])
    lecturers.push(await staffMember(portal, { lastname, firstname: "Ibrahim" }));
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_course_allocation";
const person = (nth: number) => lecturers[nth]?._id as string;
const allocated = async (form: object) => (await granted(officer.post(path, form))).body._id as string;
const shown = async (id: string) => (await officer.get(`${path}/${id}`)).body;
const inCharge = (course: string) =>
  sql<{ staff: string }>`select a.staff from portal.course_allocation a join portal.course c on c.class = a.class
    where c._id = ${course} and a.incharge`
    .execute(portal.db)
    .then(({ rows }) => rows.map(({ staff }) => staff));

test("exactly the fields of the specification allocate a class: the first lecturer is in charge, the next is not", async () => {
  const course = await office.course("CRS 111");
  const first = await shown(await allocated({ course, staff: person(0) }));
  expect(first).toMatchObject({ incharge: true, session: { _id: office.usual.session }, course: { _id: course } });
  expect(await shown(await allocated({ course, staff: person(1) }))).toMatchObject({ incharge: false });
});

test("a course that is no more is refused at its field", async () => {
  const form = { course: "01900000-0000-7000-8000-000000000000", staff: person(0) };
  const { body } = await officer.post(path, form);
  expect([body.code, Object.keys(body.errors ?? {})]).toEqual(["choice-not-found", ["course"]]);
});

test("who is put in charge takes it over, and the history of the other says so", async () => {
  const course = await office.course("CRS 112");
  const first = await allocated({ course, staff: person(0) });
  const second = await allocated({ course, staff: person(1), incharge: true });
  expect(await inCharge(course)).toEqual([person(1)]);
  const { body: history } = await officer.get(`${path}/${first}/history`);
  expect(history[0]).toMatchObject({ reason: "Another lecturer was put in charge" });
  const { body } = await officer.put(`${path}/${second}`, { course, staff: person(1), incharge: false });
  expect(body).toMatchObject({ code: "class-needs-charge" });
  await granted(officer.put(`${path}/${second}`, { course, staff: person(2) }));
  expect(await inCharge(course)).toEqual([person(2)]);
  await granted(officer.delete(`${path}/${second}`, { delete: "Delete" }));
  expect(await inCharge(course)).toEqual([person(0)]);
});

test("a class that stands in two programmes takes a lecturer once, and an allocation stays with its class", async () => {
  const course = await office.course("CRS 113");
  const programmes = await portal.db.selectFrom("programme").select("_id").orderBy("code").limit(5).execute();
  const programme = programmes.find(({ _id }) => _id !== office.usual.programme)?._id;
  const same = await office.course("CRS 113", { programme });
  const id = await allocated({ course, staff: person(0) });
  expect((await officer.post(path, { course: same, staff: person(0) })).body).toMatchObject({
    code: "allocated-already",
    errors: { staff: "This lecturer teaches the class already" },
  });
  await granted(officer.put(`${path}/${id}`, { course: same, staff: person(0) }));
  const other = await office.course("CRS 114");
  expect((await officer.put(`${path}/${id}`, { course: other, staff: person(0) })).body).toMatchObject({
    code: "allocation-stays",
  });
});

test("a head allocates the classes of the own department, to lecturers of any, and no other class", async () => {
  const course = await office.course("CRS 115");
  const { code } = (
    await sql<{ code: string }>`select d.code from portal.course c join portal.course_class k on k._id = c.class
      join portal.department d on d._id = k.department where c._id = ${course}`.execute(portal.db)
  ).rows[0] as { code: string };
  const head = await headOf(portal, code, ["course-allocations", "course-allocations.change"]);
  const other = await portal.db
    .selectFrom("department")
    .select(["_id", "code"])
    .where("code", "<>", code)
    .limit(1)
    .execute();
  const away = await staffMember(portal, { department: other[0]?._id });
  await granted(head.post(path, { course, staff: away._id }));
  const stranger = await headOf(portal, other[0]?.code as string, ["course-allocations", "course-allocations.change"]);
  expect((await stranger.post(path, { course, staff: person(0) })).status).toBe(403);
  expect((await stranger.get(`${path}?course=${course}`)).body.list).toEqual([]);
});

test("a file allocates the classes of the session that runs, by code and folder number, and comes back unchanged", async () => {
  const sessions = await portal.db.selectFrom("session").select(["_id", "status"]).execute();
  const running = sessions.find(({ status }) => status)?._id;
  const course = await office.course("CRS 116", { session: running });
  for (const { _id } of sessions.filter(({ status }) => !status)) await office.course("CRS 116", { session: _id });
  const { foldernumber } = await portal.db
    .selectFrom("staff")
    .select("foldernumber")
    .where("_id", "=", person(3))
    .executeTakeFirstOrThrow();
  const csv = `Course,Lecturer\nCRS 116,${foldernumber}`;
  expect((await importCsv(portal, officer, "course_allocation", csv)).body).toMatchObject({ added: 1, wrong: [] });
  expect(await inCharge(course)).toEqual([person(3)]);
  expect((await importCsv(portal, officer, "course_allocation", csv)).body).toMatchObject({
    added: 0,
    same: 1,
    wrong: [],
  });
});

test("only who teaches a class passes for its lecturer", async () => {
  const course = await office.course("CRS 117");
  await allocated({ course, staff: person(0) });
  const { class: taught } = await portal.db
    .selectFrom("course")
    .select("class")
    .where("_id", "=", course)
    .executeTakeFirstOrThrow();
  expect(await isAllocated(portal.db, person(0), taught)).toBe(true);
  await requireAllocated(portal.db, { staff: person(0) }, taught);
  await expect(requireAllocated(portal.db, { staff: person(1) }, taught)).rejects.toMatchObject({ status: 403 });
  await expect(requireAllocated(portal.db, { staff: person(0) }, course)).rejects.toMatchObject({ status: 404 });
});

test("of two first lecturers at once one is in charge, and of two who are put in charge at once one is", async () => {
  const course = await office.course("CRS 118");
  const first = await whileTableHeld(portal, "course_allocation", 2, () =>
    Promise.all([officer.post(path, { course, staff: person(0) }), officer.post(path, { course, staff: person(1) })]),
  );
  expect(first.map(({ body }) => body.type)).toEqual(["success", "success"]);
  expect(await inCharge(course)).toHaveLength(1);
  const both = await whileTableHeld(portal, "course_allocation", 2, () =>
    Promise.all([
      officer.post(path, { course, staff: person(2), incharge: true }),
      officer.post(path, { course, staff: person(3), incharge: true }),
    ]),
  );
  expect(both.map(({ body }) => body.type)).toEqual(["success", "success"]);
  expect(await inCharge(course)).toHaveLength(1);
});

test("the same allocation twice at once is one row", async () => {
  const course = await office.course("CRS 119");
  const replies = await whileTableHeld(portal, "course_allocation", 2, () =>
    Promise.all([officer.post(path, { course, staff: person(0) }), officer.post(path, { course, staff: person(0) })]),
  );
  expect(replies.map(({ body }) => body.type).sort()).toEqual(["error", "success"]);
});
