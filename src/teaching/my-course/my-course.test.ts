import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { coded } from "../../../testing/bursar.ts";
import { catalogue, registeredFor, registrationsFollow } from "../../../testing/catalogue.ts";
import { headOver } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { allocate, classOf, earlierSession, lecturerOf } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof catalogue>>;
/** The session that runs. */
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
  const running = portal.db.selectFrom("session").select("_id").where("status", "=", true);
  session = (await running.executeTakeFirstOrThrow())._id;
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_my_course";

test("a lecturer sees the own classes with their students, and what to do next in each", async () => {
  const course = await office.course("MYC 101", { session });
  await office.course("MYC 101", { session, programme: await coded(portal, "programme", "PRE-NCE") });
  const lecturer = await lecturerOf(portal, course);
  const me = await signedInStudent(portal);
  await registeredFor(portal, me.student, [course]);
  const mine = async () => (await granted(lecturer.get(path))).body;
  expect(await mine()).toMatchObject({
    reaches: false,
    list: [
      {
        code: "MYC 101",
        units: 2,
        students: 1,
        programmes: ["NCE-CRS-ENG", "PRE-NCE"],
        next: expect.stringMatching(/^Write its topics/),
      },
    ],
  });
  const form = { course, label: "Genesis", status: true };
  const { _id: topic } = (await granted(lecturer.post("/staff/ms_topic", form))).body;
  expect((await mine()).list[0].next).toBe("1 topic has no material yet");
  const material = { topic, label: "Notes", status: true, post: "In the beginning" };
  await granted(lecturer.post("/staff/ms_material", material));
  expect((await mine()).list[0].next).toBeNull();
  const of = await classOf(portal, course);
  expect((await granted(lecturer.get(`${path}/${of}`))).body).toMatchObject({
    code: "MYC 101",
    isOwn: true,
    students: 1,
    former: 0,
    lecturers: [{ name: "Mrs Musa Garba", incharge: false }],
    topics: [{ label: "Genesis", materials: [{ label: "Notes", post: "In the beginning", downloads: 0 }] }],
  });
});

test("a room counts whom its attendance sheet lists: who does not sit now is not among them", async () => {
  const course = await office.course("MYC 105", { session });
  const lecturer = await lecturerOf(portal, course);
  const [stays, leaves] = [await signedInStudent(portal), await signedInStudent(portal)];
  for (const { student } of [stays, leaves]) await registeredFor(portal, student, [course]);
  const turn = (status: string) =>
    portal.db.updateTable("student").set({ status }).where("_id", "=", leaves.student).execute();
  const count = async () => {
    const room = (await granted(lecturer.get(`${path}/${await classOf(portal, course)}`))).body;
    return [room.students, (await granted(lecturer.get(path))).body.list[0].students];
  };
  expect(await count()).toEqual([2, 2]);
  for (const status of ["Withdrawn", "Suspended"]) {
    await turn(status);
    expect(await count()).toEqual([1, 1]);
  }
  await turn("Active");
});

test("a room is 404 for who does not teach there; a head looks in without changing, the registry too", async () => {
  const course = await office.course("MYC 110");
  const of = await classOf(portal, course);
  const room = `${path}/${of}`;
  expect((await (await lecturerOf(portal)).get(room)).status).toBe(404);
  const head = await headOver(portal, "course_class", of, ["my-courses", "my-courses.change"]);
  expect((await granted(head.get(room))).body.isOwn).toBe(false);
  expect((await granted(head.get(path))).body).toMatchObject({ list: [], reaches: true });
  const looks = await staffMember(portal, { pages: ["my-courses"] });
  expect((await granted(looks.get(room))).body.isOwn).toBe(false);
  await allocate(portal, looks._id, course);
  expect((await granted(looks.get(room))).body.isOwn).toBe(false);
  const mends = await staffMember(portal, { pages: ["my-courses", "my-courses.change"] });
  expect((await granted(mends.get(room))).body.isOwn).toBe(true);
});

test("what can be copied of last year is counted, and classes of other sessions are not this year's", async () => {
  const former = await office.course("MYC 120", { session: await earlierSession(portal) });
  const lecturer = await lecturerOf(portal, former);
  const form = { course: former, label: "Exodus", status: true };
  await granted(lecturer.post("/staff/ms_topic", form));
  expect((await granted(lecturer.get(path))).body.list).toEqual([]);
  const now = await office.course("MYC 120");
  const next = await lecturerOf(portal, now);
  expect((await granted(next.get(`${path}/${await classOf(portal, now)}`))).body.former).toBe(1);
});

test("students see what they registered this semester, with who teaches it and what waits for the head", async () => {
  const [approved, waiting, dropped] = [
    await office.course("MYC 131", { session, semester: 2 }),
    await office.course("MYC 132", { session, semester: 2 }),
    await office.course("MYC 133", { session, semester: 2 }),
  ];
  const lecturer = await lecturerOf(portal, approved);
  const me = await signedInStudent(portal);
  await registeredFor(portal, me.student, [approved, waiting, dropped]);
  const line = portal.db.updateTable("course_registration_line");
  await line.set({ approvedAt: null }).where("course", "=", waiting).execute();
  await line.set({ droppedAt: "2026-11-01T00:00:00Z" }).where("course", "=", dropped).execute();
  await registrationsFollow(portal);
  const { body } = await granted(me.get("/student/course"));
  expect(body.list).toEqual([
    expect.objectContaining({ code: "MYC 131", state: "Approved", lecturers: ["Mrs Musa Garba"], materials: 0 }),
    expect.objectContaining({ code: "MYC 132", state: "Waiting", lecturers: [] }),
  ]);
  await portal.db.updateTable("staff").set({ status: "Left" }).where("_id", "=", lecturer._id).execute();
  expect((await granted(me.get("/student/course"))).body.list[0]).toMatchObject({ lecturers: [] });
  const other = await signedInStudent(portal);
  expect((await granted(other.get("/student/course"))).body.list).toEqual([]);
});
