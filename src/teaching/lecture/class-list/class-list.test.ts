import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { registrationsFollow } from "../../../../testing/catalogue.ts";
import { headOf } from "../../../../testing/head.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { memberOf, studentOf, type TaughtCourse, taughtCourse } from "../../../../testing/taught.ts";

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

const listOf = async () => (await crs.lecturer.get(`/staff/ms_contact/class/${crs.taught}/list`)).body;

test("a class of nobody is empty, and no code stands for it", async () => {
  expect(await listOf()).toMatchObject({ code: "CRS 101", list: [], genuine: "" });
});

test("whoever counts stands on it by name; who dropped, waits or is away does not; the code proves how many", async () => {
  const me = await studentOf(portal, [crs.course]);
  const [dropped, waiting, away] = [
    await memberOf(portal, [crs.course]),
    await memberOf(portal, [crs.course]),
    await memberOf(portal, [crs.course]),
  ];
  const lineOf = (student: string) =>
    sql`registration in (select _id from portal.course_registration where student = ${student})`;
  await sql`update portal.course_registration_line set "droppedAt" = now() where ${lineOf(dropped)}`.execute(portal.db);
  await sql`update portal.course_registration_line set "approvedAt" = null where ${lineOf(waiting)}`.execute(portal.db);
  await registrationsFollow(portal);
  await portal.db.updateTable("student").set({ status: "Suspended" }).where("_id", "=", away).execute();
  const { list, genuine } = await listOf();
  expect(list).toEqual([expect.objectContaining({ student: me.student, matric: me.matric, photo: null })]);
  const { body } = await caller(portal).get(`/genuine/${genuine.split("/").at(-1)}`);
  expect(body).toMatchObject({ valid: true, kind: "Class list", status: "1 student now" });
  await portal.db.updateTable("student").set({ status: "Active" }).where("_id", "=", away).execute();
});

test("another's class is not found", async () => {
  const other = await headOf(portal, "BIO", ["lectures"]);
  expect((await other.get(`/staff/ms_contact/class/${crs.taught}/list`)).status).toBe(404);
});
