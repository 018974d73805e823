import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { graded } from "../../../testing/grading.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { studentOf, taughtCourse } from "../../../testing/taught.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("the units of a semester are those of the profile that grades the student, else the programme's", async () => {
  const { course } = await taughtCourse(portal, "CRS 111");
  const me = await studentOf(portal, [course]);
  await sql`update portal.programme set minunit = 15, maxunit = 21`.execute(portal.db);
  const limits = async () => (await me.get("/student/registration")).body.limits;
  expect(await limits()).toMatchObject({ min: 15, max: 21 });
  const profile = await graded(portal);
  expect(await limits()).toMatchObject({ min: 18, max: 24 });
  await sql`update portal.result_profile set minunits = null, maxunits = 12 where _id = ${profile}`.execute(portal.db);
  expect(await limits()).toMatchObject({ min: 15, max: 15 });
});
