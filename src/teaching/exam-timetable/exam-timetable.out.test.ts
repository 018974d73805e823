import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { timetableDesk } from "../../../testing/timetable.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await timetableDesk(portal);
  await sql`update portal.session set status = false where status`.execute(portal.db);
  await sql`update portal.session set status = true, semester = 1 where code = '2026'`.execute(portal.db);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

let named = 100;
/** A course that clashes with no other by its cohort. */
const elective = (more: object = {}) => {
  named += 1;
  return desk.course(`EXO ${named}`, { moduletype: "Elective", ...more });
};

test("the days of examinations stay with their semester while something stands in it, and are deleted only before that", async () => {
  const path = "/staff/ms_exam_period";
  const days = { session: desk.usual.session, start: "2027-03-01", end: "2027-03-20", papers: 2 };
  const period = await desk.examDays();
  await granted(desk.officer.put(`${path}/${period}`, { ...days, semester: 2 }));
  await granted(desk.officer.put(`${path}/${period}`, { ...days, semester: 1, end: "2027-03-21" }));
  const { _id } = (await granted(desk.examine(await elective(), { [await desk.room()]: [] }))).body;
  const moved = await desk.officer.put(`${path}/${period}`, { ...days, semester: 2 });
  expect(moved.body).toMatchObject({
    code: "semester-stays",
    errors: { semester: expect.stringContaining("Add days of examinations for the other semester") },
  });
  const gone = await desk.officer.delete(`${path}/${period}`, { delete: "Delete" });
  expect(gone.body).toMatchObject({ code: "record-in-use", message: expect.stringContaining("Change its days") });
  await granted(desk.officer.put(`${path}/${period}`, { ...days, semester: 1 }));
  await granted(desk.publishExams(period));
  await granted(desk.officer.delete(`/staff/ms_exam_timetable/${_id}`, { delete: "Delete" }));
  // Out, and empty again.
  expect((await desk.officer.put(`${path}/${period}`, { ...days, semester: 2 })).body.code).toBe("semester-stays");
  expect((await desk.officer.delete(`${path}/${period}`, { delete: "Delete" })).body.code).toBe("record-in-use");
});
