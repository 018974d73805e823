import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue } from "../../../testing/catalogue.ts";
import { headOf, headOver } from "../../../testing/head.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { classOf, earlierSession, lecturerOf } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

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

const path = "/staff/ms_topic";

const topic = async (who: StaffMember, course: string, label: string, more: object = {}): Promise<string> =>
  (await granted(who.post(path, { course, label, status: true, ...more }))).body._id;

const labelsIn = async (of: string) => {
  const rows = await portal.db.selectFrom("topic").select("label").where("class", "=", of).orderBy("place").execute();
  return rows.map(({ label }) => label);
};

test("exactly the fields of the specification and a course make a topic, behind the others of the class", async () => {
  const course = await office.course("TOP 101");
  const lecturer = await lecturerOf(portal, course);
  await topic(lecturer, course, "The Pentateuch");
  const second = await topic(lecturer, course, "The Prophets");
  const read = (await granted(lecturer.get(`${path}/${second}`))).body;
  expect(read).toMatchObject({ label: "The Prophets", status: true, place: 2, week: null, course: { _id: course } });
  expect((await lecturer.get(`${path}?q=prophets`)).body.list).toHaveLength(1);
});

test("a course that is no more is refused at its field", async () => {
  const lecturer = await staffMember(portal, { pages: ["my-courses", "my-courses.change"] });
  const course = "01900000-0000-7000-8000-000000000000";
  const { body } = await lecturer.post(path, { course, label: "Of nothing", status: true });
  expect([body.code, Object.keys(body.errors ?? {})]).toEqual(["choice-not-found", ["course"]]);
});

test("a course of another programme with the same code is the same class, and its lecturer's", async () => {
  const course = await office.course("TOP 102");
  const programmes = await portal.db.selectFrom("programme").select("_id").execute();
  const programme = programmes.find(({ _id }) => _id !== office.usual.programme)?._id;
  const other = await office.course("TOP 102", { programme });
  const lecturer = await lecturerOf(portal, course);
  await topic(lecturer, other, "By the other course");
  expect(await labelsIn(await classOf(portal, course))).toEqual(["By the other course"]);
});

test.each([
  ["a label of one letter", { label: "P" }, "label", "Minimum of 2 characters expected"],
  ["no status", { status: undefined }, "status", "Status is required"],
  ["week 40", { week: 40 }, "week", "Week must be a whole number from 1 to 30"],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const course = await office.course(`TOP 11${field.length}`);
  const lecturer = await lecturerOf(portal, course);
  const { status, body } = await lecturer.post(path, { course, label: "A topic", status: true, ...wrong });
  expect([status, body.errors?.[field]]).toEqual([500, sentence]);
});

test("who does not teach the class neither sees nor writes its topics; a head of its department looks", async () => {
  const course = await office.course("TOP 120");
  const mine = await topic(await lecturerOf(portal, course), course, "Mine alone");
  const other = await lecturerOf(portal, await office.course("TOP 121"));
  expect((await other.get(`${path}/${mine}`)).status).toBe(404);
  expect((await other.put(`${path}/${mine}`, { course, label: "Yours", status: true })).status).toBe(404);
  expect((await other.post(path, { course, label: "Yours", status: true })).body.code).toBe("beyond-reach");
  expect((await other.get(`${path}?q=mine`)).body.list).toEqual([]);
  const of = await classOf(portal, course);
  expect((await other.get(`${path}/former/${of}`)).status).toBe(404);
  expect((await other.post(`${path}/order`, { class: of, topics: [mine] })).status).toBe(404);
  const head = await headOver(portal, "course_class", of, ["my-courses", "my-courses.change"]);
  expect((await head.get(`${path}/${mine}`)).body.label).toBe("Mine alone");
  expect((await head.put(`${path}/${mine}`, { course, label: "Yours", status: true })).body.code).toBe("beyond-reach");
  expect((await head.post(`${path}/order`, { class: of, topics: [mine] })).status).toBe(404);
  expect((await head.post(`${path}/copy`, { class: of, topics: [mine] })).status).toBe(404);
  const far = await headOf(portal, "BIO", ["my-courses", "my-courses.change"]);
  expect((await far.get(`${path}/${mine}`)).status).toBe(404);
});

test("all topics of a class take another order; one that somebody added meanwhile stops it", async () => {
  const course = await office.course("TOP 130");
  const lecturer = await lecturerOf(portal, course);
  const of = await classOf(portal, course);
  const ids = [];
  for (const label of ["One", "Two", "Three"]) ids.push(await topic(lecturer, course, label));
  await granted(lecturer.post(`${path}/order`, { class: of, topics: ids.toReversed() }));
  expect(await labelsIn(of)).toEqual(["Three", "Two", "One"]);
  await topic(lecturer, course, "Four");
  const { status, body } = await lecturer.post(`${path}/order`, { class: of, topics: ids });
  expect([status, body.code]).toEqual([409, "rows-changed"]);
  const junk = { class: of, topics: ["x", "y", "z", "'"] };
  expect((await lecturer.post(`${path}/order`, junk)).body.code).toBe("rows-changed");
});

test("a topic stays in its class", async () => {
  const [here, there] = [await office.course("TOP 140"), await office.course("TOP 141")];
  const lecturer = await lecturerOf(portal, here, there);
  const mine = await topic(lecturer, here, "Stays");
  const { body } = await lecturer.put(`${path}/${mine}`, { course: there, label: "Stays", status: true });
  expect(body).toMatchObject({ code: "topic-class-stays", errors: { course: expect.any(String) } });
});

async function lastYear(code: string) {
  const former = await office.course(code, { session: await earlierSession(portal) });
  const course = await office.course(code);
  const then = await lecturerOf(portal, former);
  const ids = [
    await topic(then, former, "Introduction", { week: 1 }),
    await topic(then, former, "Exile", { week: 2 }),
    await topic(then, former, "Given up", { status: false }),
  ];
  return { course, of: await classOf(portal, course), now: await lecturerOf(portal, course), ids };
}

test("last year's topics are seen first, copied behind those that are there, and each once", async () => {
  const { course, of, now, ids } = await lastYear("TOP 150");
  await topic(now, course, "New this year");
  const seen = (await granted(now.get(`${path}/former/${of}`))).body;
  expect(seen).toMatchObject({ session: "1999/2000", list: [{ label: "Introduction", week: 1 }, { label: "Exile" }] });
  const all = { class: of, topics: ids.slice(0, 2) };
  expect((await granted(now.post(`${path}/copy`, all))).body).toMatchObject({ count: 2 });
  expect(await labelsIn(of)).toEqual(["New this year", "Introduction", "Exile"]);
  expect((await now.post(`${path}/copy`, all)).body.code).toBe("topics-copied-already");
  expect((await now.get(`${path}/former/${of}`)).body.list).toEqual([]);
  expect(await labelsIn(of)).toHaveLength(3);
});

test("two lecturers who copy at the same moment copy once", async () => {
  const { of, now, ids } = await lastYear("TOP 160");
  const all = { class: of, topics: ids.slice(0, 2) };
  const copy = () => now.post(`${path}/copy`, all);
  const replies = await whileTableHeld(portal, "topic", 2, () => Promise.all([copy(), copy()]));
  expect(replies.map(({ body }) => body.code ?? body.type).sort()).toEqual(["success", "topics-copied-already"]);
  expect(await labelsIn(of)).toHaveLength(2);
});

test("who looks after the whole college mends a topic of a lecturer who has gone", async () => {
  const course = await office.course("TOP 170");
  const mine = await topic(await lecturerOf(portal, course), course, "Mispelt");
  const officer = await staffMember(portal, { pages: ["my-courses", "my-courses.change"] });
  const { version } = (await officer.get(`${path}/${mine}`)).body;
  await granted(
    officer.put(`${path}/${mine}`, { course, label: "Misspelt", status: true }, { "if-match": `${version}` }),
  );
  expect(await labelsIn(await classOf(portal, course))).toEqual(["Misspelt"]);
});
