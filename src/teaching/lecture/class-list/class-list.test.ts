import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { registrationsFollow } from "../../../../testing/catalogue.ts";
import { headOf } from "../../../../testing/head.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { memberOf, studentOf, type TaughtCourse, taughtCourse } from "../../../../testing/taught.ts";
import { granted, upload } from "../../../../testing/walk.ts";

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

test("each stands beside the own photograph, which the link opens", async () => {
  const course = await taughtCourse(portal, "CRS 104");
  const [pictured, other] = [await studentOf(portal, [course.course]), await studentOf(portal, [course.course])];
  const bytes = await sharp({ create: { width: 350, height: 450, channels: 3, background: "#369" } })
    .jpeg()
    .toBuffer();
  const photo = await upload(portal, pictured.token, "photo", bytes);
  await granted(caller(portal, pictured.token).put("/ms_applicant", { photo }));
  const { list } = (await course.lecturer.get(`/staff/ms_contact/class/${course.taught}/list`)).body;
  const photoOf = (me: { student: string }) =>
    list.find(({ student }: { student: string }) => student === me.student).photo as string | null;
  expect([photoOf(pictured), photoOf(other)]).toEqual([expect.stringContaining(photo.newname), null]);
  const opened = await fetch(new URL(photoOf(pictured) ?? "", portal.config.publicUrl));
  expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});

test("the code of a list whose class is empty by now proves nothing, and says so", async () => {
  const course = await taughtCourse(portal, "CRS 105");
  const student = await memberOf(portal, [course.course]);
  const { genuine } = (await course.lecturer.get(`/staff/ms_contact/class/${course.taught}/list`)).body;
  const proof = async () => (await caller(portal).get(`/genuine/${genuine.split("/").at(-1)}`)).body;
  expect(await proof()).toMatchObject({ valid: true, status: "1 student now" });
  await sql`update portal.course_registration_line set "droppedAt" = now()
    where registration in (select _id from portal.course_registration where student = ${student})`.execute(portal.db);
  await registrationsFollow(portal);
  expect(await proof()).toMatchObject({ valid: false, status: "0 students now", why: "Nobody is in the class now" });
});
