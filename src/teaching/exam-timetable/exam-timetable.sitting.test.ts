import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registeredFor } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { earlierSession } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry } from "../../../testing/registry.ts";
import { timetableDesk } from "../../../testing/timetable.ts";
import { granted } from "../../../testing/walk.ts";
import { tellClass } from "../timetable/timetable.tell.server.ts";
import { tellExamTimetable } from "./exam-timetable.tell.server.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
let people: Awaited<ReturnType<typeof registry>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await timetableDesk(portal);
  people = await registry(portal);
  await sql`update portal.session set status = false where status`.execute(portal.db);
  await sql`update portal.session set status = true, semester = 1 where code = '2026'`.execute(portal.db);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_exam_timetable";
let named = 100;
/** A course that clashes with no other by its cohort. */
const elective = (more: object = {}) => {
  named += 1;
  return desk.course(`EXS ${named}`, { moduletype: "Elective", ...more });
};
const asked = (query: Record<string, string>) => `${path}/try?${new URLSearchParams(query)}`;

test("who may not sit is neither counted nor seated, nor told of examinations or of classes that move", async () => {
  const [first, second] = [await elective(), await elective()];
  const [there, away] = [await people.student(), await people.student()];
  for (const { _id } of [there, away]) await registeredFor(portal, _id, [first, second]);
  await sql`update portal.student set status = 'Suspended' where _id = ${away._id}`.execute(portal.db);
  const [one, other] = [await desk.room(1), await desk.room(1)];
  const { _id } = (await granted(desk.examine(first, { [one]: [] }))).body;
  const read = (await granted(desk.officer.get(`${path}?session=${desk.usual.session}&semester=1&room=${one}`))).body;
  expect(read.examinations).toMatchObject([{ registered: 1, clashes: [] }]);
  const tried = (
    await granted(desk.officer.get(asked({ course: second, date: "2027-03-08", start: "9", end: "11", rooms: other })))
  ).body;
  expect(tried).toMatchObject({ registered: 1, meeting: { count: 1 }, clashes: [{ kind: "students" }] });
  expect(tried.clashes[0].sentence).toMatch(/^1 student takes/);
  const { halls } = (await granted(desk.officer.get(`${path}/${_id}/seats`))).body;
  expect(halls).toMatchObject([{ students: [{ seat: 1 }] }]);

  const period = await desk.examDays();
  await granted(desk.publishExams(period, "Nobody watches yet"));
  await tellExamTimetable.run(portal.app, { period, who: "students", after: null });
  await granted(desk.meet(first, await desk.room()));
  await granted(desk.publish(await desk.semester()));
  await granted(desk.meet(first, await desk.room(), { day: "Tuesday" }));
  const changes = await portal.db.selectFrom("timetable_change").select("_id").execute();
  for (const change of changes) await tellClass.run(portal.app, { change: change._id });
  const mails = await sql<{ recipient: string; count: number }>`select s._id as recipient, count(m._id)::int as count
    from portal.student s left join portal.outgoing_mail m on m.recipient = s.emailaddress and m.subject like '%timetable%'
    where s._id = any(${[there._id, away._id]}::uuid[]) group by s._id`.execute(portal.db);
  expect(new Map(mails.rows.map((row) => [row.recipient, row.count]))).toEqual(
    new Map([
      [there._id, 2],
      [away._id, 0],
    ]),
  );
  await sql`update portal.student set status = 'Active' where _id = ${away._id}`.execute(portal.db);
});

test("a head tries the own department's classes alone: another's names nobody", async () => {
  const head = await headOf(portal, "BIO", ["exam-timetable", "exam-timetable.change"]);
  const course = await elective();
  await registeredFor(portal, (await people.student())._id, [course]);
  const query = { course, date: "2027-04-08", start: "9", end: "11" };
  const { status, body } = await head.get(asked(query));
  expect([status, body.code]).toEqual([403, "class-beyond-reach"]);
  await granted(desk.officer.get(asked(query)));
});

test("a day that no month has is said while an examination is tried", async () => {
  const { body } = await desk.officer.get(
    asked({ course: await elective(), date: "2027-02-30", start: "9", end: "11" }),
  );
  expect(body).toMatchObject({ code: "day-impossible", errors: { date: "Date must be a real date" } });
});

test("core courses of one programme and level are no cohort where their sessions differ", async () => {
  const on = { date: "2027-05-03", start: "09:00", end: "11:00" };
  const earlier = await desk.course("EXS 501", { session: await earlierSession(portal), level: 500 });
  await granted(desk.examine(earlier, { [await desk.room()]: [] }, on));
  const query = { ...on, rooms: await desk.room() };
  const tried = async (course: string) => (await granted(desk.officer.get(asked({ course, ...query })))).body.clashes;
  expect(
    await tried(await desk.course("EXS 502", { session: await earlierSession(portal), level: 500 })),
  ).toMatchObject([{ kind: "cohort" }]);
  expect(await tried(await desk.course("EXS 503", { level: 500 }))).toEqual([
    expect.objectContaining({ kind: "outside" }),
  ]);
});
