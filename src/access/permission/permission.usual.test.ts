import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { administrator, departmentNamed, fillOffice, pageId } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let admin: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal, { pages: ["deans", "deans.change", "heads", "heads.change"] });
});
afterAll(() => portal.stop());

/** Adds a row of the specification's own fields, and answers it as the list shows it. */
async function added(noun: string, form: Record<string, unknown>) {
  const { body } = await admin.post(`/staff/ms_${noun}`, form);
  expect(body, JSON.stringify(body)).toMatchObject({ type: "success" });
  return (await admin.get(`/staff/ms_${noun}/${body._id}`)).body;
}

test("a row of the specification's own fields alone is taken, and the rest is as usual", async () => {
  const { _id: staff } = await staffMember(portal);
  const { db } = portal;
  await db.deleteFrom("dean_assignment").execute();
  await db.deleteFrom("head_assignment").execute();
  const { _id: department, college } = await departmentNamed(portal, "BIO");
  const office = { start: lagosToday(), end: null, acting: false };

  expect(await added("user_group", { name: "Porters" })).toMatchObject({ scope: "all" });
  const page = await pageId(portal, "colleges");
  expect(await added("user_permission", { staff, page })).toMatchObject({ scope: "all" });
  const block = await added("page_group", { icon: "mail", name: "Post" });
  expect(block).toMatchObject({ place: 100 });
  const pagegroup = block._id;
  expect(await added("sub_page_group", { pagegroup, name: "Letters" })).toMatchObject({ place: 100 });
  const link = { link: "/staff/mails", name: "Letters", title: "All letters", visible: true };
  expect(await added("page", { pagegroup, ...link })).toMatchObject({ place: 100 });
  expect(await added("dean_assignment", { staff, college })).toMatchObject(office);
  expect(await added("head_assignment", { staff, department })).toMatchObject(office);
});

test("what a change leaves out stays as it is, and is not widened", async () => {
  const { _id } = await added("user_group", { name: "Small desk", scope: "department" });
  const { body } = await admin.put(`/staff/ms_user_group/${_id}`, { name: "Smaller desk" });
  expect(body.type).toBe("success");
  expect((await admin.get(`/staff/ms_user_group/${_id}`)).body).toMatchObject({
    name: "Smaller desk",
    scope: "department",
  });
});

test("an office does not end before it begins, whether its first day is told or not", async () => {
  const { _id: staff } = await staffMember(portal);
  const { _id: department } = await departmentNamed(portal, "CSC");
  const { body } = await admin.post("/staff/ms_head_assignment", { staff, department, end: "2020-01-01" });
  expect([body.code, body.errors]).toEqual(["dates-out-of-order", { end: "End date must be after the start date" }]);
});
