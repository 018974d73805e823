import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { importCsv } from "../../../testing/bursar.ts";
import {
  administrator,
  departmentNamed,
  fillOffice,
  formOf,
  groupId,
  holdOffice,
  pageId,
} from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { STAFF_PASSWORD, signInAsStaff, staffWithPassword } from "../../../testing/staff-account.ts";

let portal: TestPortal;
let registrar: StaffMember;
let admin: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  registrar = await staffMember(portal, { pages: ["staff", "staff.change", "user-permissions"] });
  admin = await administrator(portal);
});
afterAll(() => portal.stop());

const change = async (member: StaffMember, set: Record<string, unknown>) => {
  const row = (await registrar.get(`/staff/ms_staff/${member._id}`)).body;
  return registrar.put(`/staff/ms_staff/${member._id}`, { ...formOf(row), ...set });
};

const count = async (table: "group_member" | "user_permission" | "staff_session", staff: string) =>
  (await portal.db.selectFrom(table).select("staff").where("staff", "=", staff).execute()).length;

test("a leaver loses everything at once: sign-ins, groups, pages and offices", async () => {
  const biology = await departmentNamed(portal, "BIO");
  const member = await staffWithPassword(portal, { groups: ["Clerks"], pages: ["staff"], department: biology._id });
  await holdOffice(portal, member._id, { kind: "head", of: biology._id });
  expect((await member.get("/staff/ms_staff")).status).toBe(200);

  expect((await change(member, { status: "Retired" })).body.type).toBe("success");
  expect((await member.get("/staff/ms_staff")).status).toBe(401);
  expect((await signInAsStaff(portal, member)).body.type).toBe("error");
  for (const table of ["group_member", "user_permission", "staff_session"] as const)
    expect([table, await count(table, member._id)]).toEqual([table, 0]);
  const [office] = await portal.db
    .selectFrom("head_assignment")
    .select("end")
    .where("staff", "=", member._id)
    .execute();
  expect(Date.parse(String(office?.end))).toBeLessThan(Date.now());
  const line = await portal.db
    .selectFrom("audit")
    .select(["actor", "before"])
    .where("deed", "=", "staff.leave")
    .where("subject", "=", `staff:${member._id}`)
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    actor: registrar._id,
    before: { groups: ["Clerks"], pages: ["Staff"], offices: [`the office of head of ${biology.name}`] },
  });

  const told = (await registrar.get(`/staff/ms_staff/${member._id}/history`)).body;
  expect(told.map(({ deed }: { deed: string }) => deed)).toEqual(["Changed", "Lost every group, right and office"]);
  expect(told[1].reason).toBe(`Lost the group Clerks, the page Staff, the office of head of ${biology.name}`);

  // Who comes back begins with nothing.
  await change(member, { status: "Active" });
  const again = await signInAsStaff(portal, member);
  expect(again.body.type ?? "success").toBe("success");
  expect(await count("group_member", member._id)).toBe(0);
});

test("who is suspended or on leave is signed out, and keeps the rights for later", async () => {
  const member = await staffWithPassword(portal, { groups: ["Clerks"] });
  await change(member, { status: "On leave" });
  expect((await member.get("/staff/ms_menu")).status).toBe(401);
  expect(await count("group_member", member._id)).toBe(1);
});

test("another email address is told to both, and a link to the one before works no more", async () => {
  const member = await staffMember(portal, { firstname: "Ladi" });
  await portal.db.updateTable("staff_account").set({ password: null }).where("staff", "=", member._id).execute();
  await registrar.post(`/staff/ms_staff/${member._id}/invite`);
  const link = /\/staff\/reset\/([\w-]+)/.exec((await portal.letters(member.emailaddress, 1))[0]?.text ?? "")?.[1];
  const to = `ladi.${process.pid}@example.com`;
  expect((await change(member, { emailaddress: to })).body.type).toBe("success");
  const before = (await portal.letters(member.emailaddress, 2)).map(({ text }) => text);
  expect(before[1]).toContain(`from ${member.emailaddress} to ${to}`);
  const now = (await portal.letters(to, 2)).map(({ text }) => text);
  expect(now.some((text) => text.includes(`from ${member.emailaddress} to ${to}`))).toBe(true);
  expect(now.some((text) => text.includes("Choose your password here"))).toBe(true);
  const reset = await registrar.put("/staff/ms_staff/reset", { id: link, password: STAFF_PASSWORD });
  expect(reset.body.type).toBe("error");
});

test("a right that is taken away while its holder is signed in is gone at the next call", async () => {
  const member = await staffMember(portal, { groups: ["Readers"], pages: ["dashboard"] });
  const [page, group] = [await pageId(portal, "colleges"), await groupId(portal, "Readers")];
  const { _id } = (await admin.post("/staff/ms_group_permission", { page, group })).body;
  const menu = async () => JSON.stringify((await member.get("/staff/ms_menu")).body.groups);
  expect((await member.get("/staff/ms_college")).status).toBe(200);
  expect(await menu()).toContain("/staff/colleges");
  await admin.delete(`/staff/ms_group_permission/${_id}`, { delete: "Delete" });
  const { status, body } = await member.get("/staff/ms_college");
  expect([status, body.code, body.message]).toEqual([
    403,
    "page-not-permitted",
    "You do not have access to Colleges. Ask an administrator if your work needs it",
  ]);
  expect(await menu()).not.toContain("/staff/colleges");
});

test("what a person can do, and who can open a page, is told with the reason", async () => {
  const member = await staffMember(portal, { groups: ["Watchers"], pages: ["mails"], scope: "department" });
  const [page, group] = [await pageId(portal, "audit"), await groupId(portal, "Watchers")];
  await admin.post("/staff/ms_group_permission", { page, group });
  expect((await registrar.get(`/staff/ms_staff/${member._id}/rights`)).body).toMatchObject([
    { name: "Audit", group: "Watchers", reach: "everything" },
    { name: "Mails", group: null, reach: "the department that one heads" },
  ]);
  const holders = (await admin.get(`/staff/ms_page/${page}/holders`)).body;
  expect(holders).toContainEqual(expect.objectContaining({ staff: member._id, group: "Watchers", status: "Active" }));
});

test("nobody is born today or later", async () => {
  const member = await staffMember(portal);
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" }).format(new Date());
  for (const dateofbirth of [today, "2999-01-01"]) {
    const { status, body } = await change(member, { dateofbirth });
    expect([status, body.code, body.errors]).toEqual([
      500,
      "form-invalid",
      { dateofbirth: "Date of birth must be in the past" },
    ]);
  }
});

test("each of several in a file without a folder number is a new member of staff with one for the time being", async () => {
  const who = (lastname: string) => `,Adaobi,${lastname},${lastname}@example.com,08031234567,Single,1990-01-01`;
  const head = "Folder number,First name,Last name,Email address,Phone number,Marital status,Date of birth";
  const { body } = await importCsv(portal, registrar, "staff", [head, who("Obi"), who("Eze"), who("Bello")].join("\n"));
  expect(body).toMatchObject({ type: "success", added: 3, wrong: [] });
  expect(body.rows[0].title).toBe("Adaobi Obi");
  const { list } = (await registrar.get("/staff/ms_staff?q=adaobi")).body;
  expect(new Set(list.map(({ foldernumber }: { foldernumber: string }) => foldernumber)).size).toBe(3);
});
