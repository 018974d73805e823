import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { administrator, departmentNamed, fillOffice, formOf, holdOffice } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
});
afterAll(() => portal.stop());

test("of a leaver's rights each has its own line, and no office lives a day longer", async () => {
  const admin = await administrator(portal, { pages: ["deans"] });
  const [home, other] = [await departmentNamed(portal, "BIO"), await departmentNamed(portal, "CSC")];
  const member = await staffMember(portal, { groups: ["Clerks"], pages: ["staff"] });
  await holdOffice(portal, member._id, { kind: "head", of: home._id });
  await holdOffice(portal, member._id, { kind: "dean", of: home.college });
  await holdOffice(portal, member._id, { kind: "head", of: other._id });
  await portal.db
    .updateTable("head_assignment")
    .set({ start: lagosToday() })
    .where("department", "=", other._id)
    .execute();
  const row = (await admin.get(`/staff/ms_staff/${member._id}`)).body;
  const left = await admin.put(`/staff/ms_staff/${member._id}`, { ...formOf(row), status: "Left" });
  expect(left.body.type).toBe("success");

  const lines = await portal.db
    .selectFrom("audit")
    .select(["deed", "subject"])
    .where("reason", "=", "The person left")
    .orderBy("deed")
    .execute();
  expect(lines.map(({ deed }) => deed)).toEqual([
    "dean_assignment.change",
    "group_member.delete",
    "head_assignment.change",
    "head_assignment.delete",
    "user_permission.delete",
  ]);
  for (const { deed, subject } of lines) expect(subject.split(":")[0]).toBe(deed.split(".")[0]);

  const { rows } = await sql<{ days: number }>`
    select (now() at time zone 'Africa/Lagos')::date - "end" as days from (
      select staff, "end" from portal.dean_assignment union all select staff, "end" from portal.head_assignment) o
    where staff = ${member._id}`.execute(portal.db);
  expect(rows).toEqual([{ days: 1 }, { days: 1 }]);

  const dean = lines.find(({ deed }) => deed.startsWith("dean"))?.subject.split(":")[1];
  const [told] = (await admin.get(`/staff/ms_dean_assignment/${dean}/history`)).body;
  expect(told).toMatchObject({ deed: "Changed", reason: "The person left", changes: [{ label: "Last day" }] });
});
