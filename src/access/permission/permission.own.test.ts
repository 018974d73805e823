import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  administrator,
  auditLines,
  departmentNamed,
  fillOffice,
  formOf,
  groupId,
  pageId,
} from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let admin: StaffMember;
let other: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal);
  other = await administrator(portal);
});
afterAll(() => portal.stop());

/** Refused with a sentence, and nothing is written. */
async function refused(deed: Promise<{ status: number; body: { type: string; message: string } }>): Promise<string> {
  const { status, body } = await deed;
  expect([status, body.type], body.message).toEqual([200, "error"]);
  return body.message;
}

test("nobody raises their own rights, and what is refused leaves no line in the audit", async () => {
  const before = await auditLines(portal);
  const group = await groupId(portal, "Administrators");
  const page = await pageId(portal, "colleges");
  const me = (await admin.get(`/staff/ms_staff/${admin._id}`)).body;
  const sciences = await departmentNamed(portal, "BIO");
  const office = { staff: admin._id, start: "2026-01-05", acting: false };
  const officer = await staffMember(portal, { pages: ["deans.change", "heads.change"] });

  expect(await refused(admin.post("/staff/ms_group_member", { staff: admin._id, group }))).toContain(
    "Nobody raises their own rights",
  );
  expect(await refused(admin.post("/staff/ms_user_permission", { staff: admin._id, page, scope: "all" }))).toContain(
    "Nobody raises their own rights",
  );
  expect(await refused(admin.post("/staff/ms_group_permission", { page, group }))).toContain(
    "you belong to this group",
  );
  expect(await refused(admin.put(`/staff/ms_staff/${admin._id}`, { ...formOf(me), status: "On leave" }))).toContain(
    "Nobody changes their own status",
  );
  for (const [noun, unit] of [
    ["dean", { college: sciences.college }],
    ["head", { department: sciences._id }],
  ] as const)
    expect(
      await refused(officer.post(`/staff/ms_${noun}_assignment`, { ...office, staff: officer._id, ...unit })),
    ).toContain("Nobody gives themselves an office");
  expect(await auditLines(portal)).toBe(before);
});

test("nobody widens how far the own group reaches", async () => {
  const member = await staffMember(portal, { groups: ["Narrow"], pages: ["user-groups", "user-groups.change"] });
  const narrow = await groupId(portal, "Narrow");
  await portal.db.updateTable("user_group").set({ scope: "department" }).where("_id", "=", narrow).execute();
  const widened = { name: "Narrow", scope: "all" };
  const own = await member.put(`/staff/ms_user_group/${narrow}`, widened);
  expect(own.body).toMatchObject({
    code: "own-rights",
    errors: { scope: expect.stringContaining("you belong to this group") },
  });
  expect((await member.put(`/staff/ms_user_group/${narrow}`, { name: "Slim", scope: "department" })).body.type).toBe(
    "success",
  );
  expect((await admin.put(`/staff/ms_user_group/${narrow}`, widened)).body.type).toBe("success");
});

test("who is no administrator does not change the email address of one", async () => {
  const registrar = await staffMember(portal, { pages: ["staff", "staff.change"] });
  const row = (await registrar.get(`/staff/ms_staff/${other._id}`)).body;
  const changed = { ...formOf(row), emailaddress: "elsewhere@example.com" };
  const { body } = await registrar.put(`/staff/ms_staff/${other._id}`, changed);
  expect([body.code, body.errors]).toEqual([
    "rights-above-yours",
    { emailaddress: "Hauwa Sani holds rights that you do not hold. Ask an administrator" },
  ]);
  // The power goes first, as the address of one who decides about rights is never one person's choice.
  await portal.db.deleteFrom("group_member").where("staff", "=", other._id).execute();
  expect((await admin.put(`/staff/ms_staff/${other._id}`, changed)).body.type).toBe("success");
  for (const address of [other.emailaddress, "elsewhere@example.com"]) {
    const [letter] = await portal.letters(address, 1);
    expect(letter?.text).toContain(`from ${other.emailaddress} to elsewhere@example.com`);
  }
});

test("whoever may look and not change hears that, and whoever may neither hears no more than that", async () => {
  const [looker, nobody] = [await staffMember(portal, { pages: ["colleges"] }), await staffMember(portal)];
  const said = async (who: StaffMember) => (await who.post("/staff/ms_college", {})).body.message;
  expect(await said(looker)).toBe(
    "You may look at Colleges, but not change what stands there. Ask an administrator if your work needs it",
  );
  expect(await said(nobody)).toBe("You do not have access to Colleges. Ask an administrator if your work needs it");
});

test("what is in use is kept, with what to do instead", async () => {
  const remove = async (noun: string, id: string) =>
    (await admin.delete(`/staff/ms_${noun}/${id}`, { delete: "Delete" })).body.message;
  const member = await staffMember(portal, { groups: ["Porters"], firstname: "Audu" });
  expect(await remove("staff", member._id)).toBe(
    "Mrs Audu Sani is in use, so it cannot be deleted. Set the status to Left or Retired instead",
  );
  expect(await remove("user_group", await groupId(portal, "Porters"))).toBe(
    "Porters is in use, so it cannot be deleted. Take its members and pages away first",
  );
});

test("a right to the access tables that reaches one department only reaches nothing", async () => {
  const narrow = await staffMember(portal, {
    pages: ["user-permissions", "user-permissions.change", "group-permissions"],
    scope: "department",
  });
  const page = await pageId(portal, "colleges");
  const given = await narrow.post("/staff/ms_user_permission", { staff: other._id, page, scope: "all" });
  expect(given.status).toBe(403);
  expect((await narrow.get("/staff/ms_user_permission")).body.list).toEqual([]);
  expect((await narrow.get(`/staff/ms_staff/${other._id}/rights`)).status).toBe(403);
  expect((await narrow.get("/staff/ms_group_permission/matrix")).status).toBe(403);
});

test("every grant is in the history with who, before and after", async () => {
  const member = await staffMember(portal, { firstname: "Amina", lastname: "Yusuf" });
  const clerks = (await admin.post("/staff/ms_user_group", { name: "Clerks", scope: "all" })).body._id as string;
  const page = await pageId(portal, "departments");
  const given = [
    ["group_member", { staff: member._id, group: clerks }, { group: { label: "Clerks" } }],
    ["group_permission", { page, group: clerks }, { page: { label: "Departments" } }],
    ["user_permission", { staff: member._id, page, scope: "all" }, { scope: "all" }],
  ] as const;
  for (const [noun, body, known] of given) {
    const { _id } = (await admin.post(`/staff/ms_${noun}`, body)).body;
    const [line] = (await admin.get(`/staff/ms_${noun}/${_id}/history`)).body;
    expect(line).toMatchObject({ who: "Mrs Hauwa Sani", deed: "Added" });
    await admin.delete(`/staff/ms_${noun}/${_id}`, { delete: "Delete" });
    const lines = await portal.db
      .selectFrom("audit")
      .select(["deed", "actor", "before", "after"])
      .where("subject", "=", `${noun}:${_id}`)
      .orderBy("at")
      .execute();
    expect(lines).toMatchObject([
      { deed: `${noun}.create`, actor: admin._id, before: null, after: known },
      { deed: `${noun}.delete`, actor: admin._id, before: known, after: null },
    ]);
  }
});
