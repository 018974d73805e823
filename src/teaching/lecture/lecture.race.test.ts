import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { tableHeldFor } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { lectureAgo, studentOf, type TaughtCourse, taughtCourse } from "../../../testing/taught.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";

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

test("a lecture is not deleted while a student types its code, and the lecturer hears why", async () => {
  const me = await studentOf(portal, [crs.course]);
  const lecture = await lectureAgo(portal, crs, 0);
  const { code } = (await granted(crs.lecturer.post(`${path}/${lecture}/code`, { minutes: 10 }))).body;
  const { version } = (await granted(crs.lecturer.get(`${path}/class/${crs.taught}`))).body.list[0];
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
