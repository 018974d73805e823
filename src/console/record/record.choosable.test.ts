import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { administrator, departmentNamed, fillOffice, formOf } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let admin: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal, { pages: ["programmes", "programmes.change", "departments", "heads.change"] });
});
afterAll(() => portal.stop());

const offered = async (noun: string, q: string): Promise<number> =>
  (await admin.get(`/staff/ms_${noun}/choices?q=${q}`)).body.length;

test.each(["On leave", "Suspended", "Retired", "Left"])(
  "staff who are %s are neither offered nor taken",
  async (is) => {
    const lastname = `Was${is.replace(" ", "")}`;
    const member = await staffMember(portal, { status: is, firstname: "Binta", lastname });
    expect(await offered("staff", lastname)).toBe(0);
    const group = (await admin.post("/staff/ms_user_group", { name: `Group of ${lastname}`, scope: "all" })).body._id;
    const { _id: department } = await departmentNamed(portal, "BIO");
    const sentence = `Staff: Mrs Binta ${lastname} is not active. Choose another`;
    for (const [noun, form] of [
      ["group_member", { staff: member._id, group }],
      ["head_assignment", { staff: member._id, department, start: "2040-01-01", acting: false }],
    ] as const) {
      const { body } = await admin.post(`/staff/ms_${noun}`, form);
      expect(body).toMatchObject({ type: "error", code: "choice-inactive", errors: { staff: sentence } });
    }
  },
);

test("what is inactive is neither offered nor taken anew, and stays where it stands", async () => {
  const [home, old] = [await departmentNamed(portal, "BIO"), await departmentNamed(portal, "HAU")];
  const of = async (department: string) =>
    (await admin.get(`/staff/ms_programme?department=${department}`)).body.list[0] as Record<string, unknown>;
  await portal.db.updateTable("department").set({ status: false }).where("_id", "=", old._id).execute();
  expect(await offered("department", "HAU")).toBe(0);
  const [near, far] = [await of(home._id), await of(old._id)];
  const put = (row: Record<string, unknown>, set: Record<string, unknown>) =>
    admin.put(`/staff/ms_programme/${row._id}`, { ...formOf(row), ...set });
  expect((await put(near, { department: old._id })).body).toMatchObject({
    code: "choice-inactive",
    errors: { department: `Department: HAU ${old.name} is not active. Choose another` },
  });
  expect((await put(far, { code: "HAU-OLD" })).body).toMatchObject({ type: "success" });
});
