import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { registrationsFollow } from "../../../../testing/catalogue.ts";
import { tableHeldFor, whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { signedInStudent } from "../../../../testing/student.ts";
import {
  lectureAgo,
  marked,
  memberOf,
  studentOf,
  type TaughtCourse,
  taughtCourse,
} from "../../../../testing/taught.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
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
let lectures = 0;
/** A lecture of today whose code is open; each of a name of its own. */
async function opened() {
  lectures += 1;
  const lecture = await lectureAgo(portal, crs, 0, `Lecture ${lectures}`);
  const { code } = (await granted(crs.lecturer.post(`${path}/${lecture}/code`, { minutes: 10 }))).body;
  return { lecture, code: code as string };
}
const marks = async (lecture: string) =>
  (
    await sql<{ student: string; present: boolean; how: string }>`
      select student, present, how from portal.attendance where contact = ${lecture}`.execute(portal.db)
  ).rows;

test("a student types the code once, in any spelling, and is present; the lecturer sees how many", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  expect((await me.post("/student/attendance", { code: spaced })).body).toMatchObject({
    type: "success",
    message: "CRS 101: you are marked present",
  });
  expect((await me.post("/student/attendance", { code })).body).toMatchObject({ type: "success" });
  expect(await marks(lecture)).toEqual([{ student: me.student, present: true, how: "Code" }]);
  const { list } = (await crs.lecturer.get(`${path}/class/${crs.taught}`)).body;
  expect(list).toContainEqual(
    expect.objectContaining({ _id: lecture, present: 1, code: expect.objectContaining({ code }) }),
  );
});

test("while a code is open the lecture counts against nobody; afterwards it does", async () => {
  const [me, absent] = [await studentOf(portal, [crs.course]), await studentOf(portal, [crs.course])];
  const held = async () => (await absent.get("/student/attendance")).body.list[0].held;
  const before = await held();
  const { lecture, code } = await opened();
  await granted(me.post("/student/attendance", { code }));
  expect(await held()).toBe(before);
  await granted(crs.lecturer.post(`${path}/${lecture}/code/close`, {}));
  expect(await held()).toBe(before + 1);
});

test("a further code takes a lecture that was taken by a code out of nobody's sums", async () => {
  const [me, absent] = [await studentOf(portal, [crs.course]), await studentOf(portal, [crs.course])];
  const held = async () => (await absent.get("/student/attendance")).body.list[0].held;
  const before = await held();
  const { lecture, code } = await opened();
  await granted(me.post("/student/attendance", { code }));
  // While the first is open a second one is the first, for longer.
  await granted(crs.lecturer.post(`${path}/${lecture}/code`, { minutes: 20 }));
  expect(await held()).toBe(before);
  await granted(crs.lecturer.post(`${path}/${lecture}/code/close`, {}));
  const { code: further } = (await granted(crs.lecturer.post(`${path}/${lecture}/code`, { minutes: 10 }))).body;
  expect(await held()).toBe(before + 1);
  await granted(absent.post("/student/attendance", { code: further }));
  expect((await absent.get("/student/attendance")).body.list[0]).toMatchObject({ held: before + 1, present: 1 });
});

test("no code opens on a lecture of another day, nor on one that has its list; what was counted stays counted", async () => {
  const me = await studentOf(portal, [crs.course]);
  const own = async () => (await me.get("/student/attendance")).body.list[0];
  const before = await own();
  const old = await lectureAgo(portal, crs, 3);
  const open = (lecture: string) => crs.lecturer.post(`${path}/${lecture}/code`, { minutes: 10 });
  expect((await open(old)).body).toMatchObject({
    code: "lecture-not-today",
    message: expect.stringContaining("Mark who was there by the list"),
  });
  const mate = await memberOf(portal, [crs.course]);
  for (const lecture of [old, await lectureAgo(portal, crs, 0, "By the list")]) {
    await granted(marked(crs, lecture, { [me.student]: false, [mate]: true }));
    expect((await open(lecture)).body).toMatchObject({
      code: "attendance-taken",
      message: expect.stringContaining("Correct it by the list"),
    });
  }
  expect(await own()).toMatchObject({ held: before.held + 2, present: before.present });
  const { list } = (await crs.lecturer.get(`${path}/class/${crs.taught}`)).body;
  expect(list).toContainEqual(expect.objectContaining({ _id: old, taken: "List", code: null }));
});

test("a code that was passed on after its time marks nobody, and says what to do", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  await sql`update portal.contact set "codeUntil" = now() - interval '1 second' where _id = ${lecture}`.execute(
    portal.db,
  );
  const { body } = await me.post("/student/attendance", { code });
  expect(body).toMatchObject({ code: "attendance-code-over", message: expect.stringContaining("ask your lecturer") });
  expect(await marks(lecture)).toEqual([]);
});

test("a code whose time is over while it is on its way marks nobody", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  const { sent } = await tableHeldFor(portal, "attendance", async () => {
    const sent = me.post("/student/attendance", { code });
    await untilWaiting(portal, 1);
    await sql`update portal.contact set "codeUntil" = clock_timestamp() where _id = ${lecture}`.execute(portal.db);
    return { sent };
  });
  expect((await sent).body).toMatchObject({ code: "attendance-code-over" });
  expect(await marks(lecture)).toEqual([]);
});

test("who is not registered in the class, and who has dropped it, is told so and not marked", async () => {
  const stranger = await signedInStudent(portal);
  const dropped = await studentOf(portal, [crs.course]);
  await sql`update portal.course_registration_line set "droppedAt" = now()
    where registration in (select _id from portal.course_registration where student = ${dropped.student})`.execute(
    portal.db,
  );
  await registrationsFollow(portal);
  const { lecture, code } = await opened();
  for (const me of [stranger, dropped])
    expect((await me.post("/student/attendance", { code })).body).toMatchObject({
      code: "not-in-class",
      message: expect.stringContaining("You are not registered in CRS 101"),
    });
  expect(await marks(lecture)).toEqual([]);
  expect((await marked(crs, lecture, { [dropped.student]: true })).body).toMatchObject({ code: "class-has-changed" });
  const { list } = (await crs.lecturer.get(`${path}/${lecture}/attendance`)).body;
  expect(list).not.toContainEqual(expect.objectContaining({ student: dropped.student }));
});

test("the code is shown to who teaches the class alone", async () => {
  const looking = await staffMember(portal, { pages: ["lectures"] });
  const { lecture, code } = await opened();
  expect((await crs.lecturer.get(`${path}/${lecture}/attendance`)).body.lecture.code).toMatchObject({ code });
  const { body } = await looking.get(`${path}/${lecture}/attendance`);
  expect([body.teaches, body.lecture.code]).toEqual([false, null]);
  const of = await portal.db.selectFrom("contact").select("class").where("_id", "=", lecture).executeTakeFirstOrThrow();
  expect(JSON.stringify((await looking.get(`${path}/class/${of.class}`)).body.list)).not.toContain(code);
});

test("the sheet of a class of thousands is taken", async () => {
  const { lecture } = await opened();
  const strangers = Array.from({ length: 5_000 }, () => ({ student: newId(), present: true, had: null }));
  const { body } = await crs.lecturer.put(`${path}/${lecture}/attendance`, { how: "List", marks: strangers });
  expect(body).toMatchObject({ code: "class-has-changed" });
});

test("who guesses is kept out after ten wrong codes", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { code } = await opened();
  const wrong = code === "000000" ? "000001" : "000000";
  for (let time = 0; time < 10; time += 1)
    expect((await me.post("/student/attendance", { code: wrong })).body.code).toBe("attendance-code-wrong");
  expect((await me.post("/student/attendance", { code })).status).toBe(429);
});

test("who guesses many at once is kept out as well: each guess counts before it is looked up", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  const wrong = code === "000000" ? "000001" : "000000";
  for (let time = 0; time < 8; time += 1) await me.post("/student/attendance", { code: wrong });
  const { guesses, right } = await portal.db.transaction().execute(async (trx) => {
    await sql`lock table portal.contact in access exclusive mode`.execute(trx);
    const guesses = Promise.all([
      me.post("/student/attendance", { code: wrong }),
      me.post("/student/attendance", { code: wrong }),
    ]);
    await untilWaiting(portal, 2);
    return { guesses, right: me.post("/student/attendance", { code }) };
  });
  expect((await guesses).map(({ body }) => body.code)).toEqual(["attendance-code-wrong", "attendance-code-wrong"]);
  expect((await right).status).toBe(429);
  expect(await marks(lecture)).toEqual([]);
});

test("whom the lecturer has marked absent does not become present by the code", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  await granted(marked(crs, lecture, { [me.student]: false }));
  const { code: again } = (await granted(crs.lecturer.post(`${path}/${lecture}/code`, { minutes: 5 }))).body;
  expect((await me.post("/student/attendance", { code: again })).body).toMatchObject({ code: "marked-absent" });
  expect(again).not.toBe(code);
});

test("many send the code at once and some twice: no mark is lost or doubled", async () => {
  const students = [];
  for (let nth = 0; nth < 12; nth += 1) students.push(await studentOf(portal, [crs.course]));
  const { lecture, code } = await opened();
  const sent = [...students, ...students].map((me) => () => me.post("/student/attendance", { code }));
  const replies = await whileTableHeld(portal, "attendance", 4, () => Promise.all(sent.map((send) => send())));
  expect(replies.map(({ body }) => body.type)).toEqual(sent.map(() => "success"));
  expect((await marks(lecture)).map(({ student }) => student).toSorted()).toEqual(
    students.map(({ student }) => student).toSorted(),
  );
});

test("a list that was opened before a phone sent the code does not take the mark back", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  const { list } = (await crs.lecturer.get(`${path}/${lecture}/attendance`)).body;
  const sheet = list.map((one: { student: string; present: boolean | null }) => ({
    student: one.student,
    present: false,
    had: one.present,
  }));
  await granted(me.post("/student/attendance", { code }));
  const { body } = await crs.lecturer.put(`${path}/${lecture}/attendance`, { how: "List", marks: sheet });
  expect(body).toMatchObject({ kept: 1, message: expect.stringContaining("look at the sheet again") });
  expect(await marks(lecture)).toContainEqual({ student: me.student, present: true, how: "Code" });
});

test("the phone and the list at the same moment: whoever is second leaves the first", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  const list = () =>
    crs.lecturer.put(`${path}/${lecture}/attendance`, {
      how: "List",
      marks: [{ student: me.student, present: false, had: null }],
    });
  const [phone, sheet] = await whileTableHeld(portal, "attendance", 2, () =>
    Promise.all([me.post("/student/attendance", { code }), list()]),
  );
  const [mark] = await marks(lecture);
  if (phone.body.type === "success") expect([mark?.present, sheet.body.kept]).toEqual([true, 1]);
  else expect([mark?.present, sheet.body.kept]).toEqual([false, 0]);
});

test("a lecture is not deleted while a student types its code, and the lecturer hears why", async () => {
  const me = await studentOf(portal, [crs.course]);
  const { lecture, code } = await opened();
  const { list } = (await granted(crs.lecturer.get(`${path}/class/${crs.taught}`))).body;
  const { version } = list.find(({ _id }: { _id: string }) => _id === lecture);
  const { typed, deleted } = await tableHeldFor(portal, "audit", async () => {
    const typing = me.post("/student/attendance", { code });
    await untilWaiting(portal, 1);
    const deleting = crs.lecturer.delete(`${path}/${lecture}`, { delete: "Delete" }, { "if-match": `"${version}"` });
    await untilWaiting(portal, 2);
    return { typed: typing, deleted: deleting };
  });
  await granted(typed);
  expect((await deleted).body).toMatchObject({ code: "attendance-taken" });
});
