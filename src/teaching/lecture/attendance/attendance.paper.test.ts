import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  lectureAgo,
  marked,
  memberOf,
  studentOf,
  type TaughtCourse,
  taughtCourse,
} from "../../../../testing/taught.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let crs: TaughtCourse;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  crs = await taughtCourse(portal, "CRS 101");
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_contact";
const marks = async (lecture: string) =>
  (
    await sql<{ student: string; present: boolean; how: string }>`
      select student, present, how from portal.attendance where contact = ${lecture}`.execute(portal.db)
  ).rows;
const numbersOf = async (...ids: string[]) =>
  (await portal.db.selectFrom("student").select("matric").where("_id", "in", ids).execute())
    .map(({ matric }) => matric)
    .join("\n");

test("paper adds who had no phone: marks by code and by hand stay, and the code goes on", async () => {
  const [phone, late] = [await studentOf(portal, [crs.course]), await studentOf(portal, [crs.course])];
  const [paper, turned, ill, already] = [
    await memberOf(portal, [crs.course]),
    await memberOf(portal, [crs.course]),
    await memberOf(portal, [crs.course]),
    await memberOf(portal, [crs.course]),
  ];
  const lecture = await lectureAgo(portal, crs, 0);
  const open = async () => (await granted(crs.lecturer.post(`${path}/${lecture}/code`, { minutes: 10 }))).body;
  // The list ends the code that began, so a further one is opened.
  await open();
  await granted(marked(crs, lecture, { [turned]: false, [ill]: false, [already]: true }));
  const { code } = await open();
  await granted(phone.post("/student/attendance", { code }));
  const matrics = await numbersOf(paper, turned, already);
  const { list } = (await crs.lecturer.post(`${path}/${lecture}/attendance/paper/check`, { matrics })).body;
  expect(list.map(({ present }: { present: boolean | null }) => present).toSorted()).toEqual(
    [false, true, null].toSorted(),
  );
  expect(await marks(lecture)).toHaveLength(4);
  const { body } = await crs.lecturer.post(`${path}/${lecture}/attendance/paper`, { matrics });
  expect(body).toMatchObject({ added: 2, already: 1, message: expect.stringContaining("1 was so already") });
  expect((await marks(lecture)).toSorted((one, other) => one.student.localeCompare(other.student))).toEqual(
    [
      { student: phone.student, present: true, how: "Code" },
      { student: paper, present: true, how: "Paper" },
      { student: turned, present: true, how: "Paper" },
      { student: already, present: true, how: "List" },
      { student: ill, present: false, how: "List" },
    ].toSorted((one, other) => one.student.localeCompare(other.student)),
  );
  await granted(late.post("/student/attendance", { code }));
});

test("who may not mark does not look by numbers either, and a number of nobody is named before anything is saved", async () => {
  const member = await memberOf(portal, [crs.course]);
  const lecture = await lectureAgo(portal, crs, 2);
  const check = `${path}/${lecture}/attendance/paper/check`;
  const other = await taughtCourse(portal, "CRS 109");
  expect((await other.lecturer.post(check, { matrics: await numbersOf(member) })).status).toBe(404);
  const { body } = await crs.lecturer.post(check, { matrics: `${await numbersOf(member)} NCE/00/1` });
  expect(body).toMatchObject({ code: "not-in-class" });
  expect(body.errors.matrics).toContain("NCE/00/1 (nobody has this number)");
  expect(body.errors.matrics).not.toContain(await numbersOf(member));
  const none = (await crs.lecturer.post(`${path}/${lecture}/attendance/paper`, { matrics: ", ;," })).body;
  expect(none).toMatchObject({ code: "no-number", errors: { matrics: "Write at least one matric number" } });
});

test("no code is shown to a class of nobody, and the sentence says whom to ask", async () => {
  const empty = await taughtCourse(portal, "CRS 110");
  const lecture = await lectureAgo(portal, empty, 0);
  const { body } = await empty.lecturer.post(`${path}/${lecture}/code`, { minutes: 10 });
  expect(body).toMatchObject({ code: "class-empty", message: expect.stringContaining("Ask the head of department") });
  expect((await empty.lecturer.get(`${path}/${lecture}/attendance`)).body).toMatchObject({
    list: [],
    lecture: { taken: null, code: null },
  });
});
