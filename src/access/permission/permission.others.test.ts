import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { administrator, departmentNamed, fillOffice, formOf, holdOffice } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { enrol, passwordLinkOf, signInAsStaff, staffWithPassword } from "../../../testing/staff-account.ts";

let portal: TestPortal;
let admin: StaffMember;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal, { firstname: "Ada" });
  registrar = await staffWithPassword(portal, { pages: ["staff", "staff.change", "departments"] });
});
afterAll(() => portal.stop());

const HOLDS_MORE = "Bala Sani holds rights that you do not hold. Ask an administrator";
const path = (member: StaffMember) => `/staff/ms_staff/${member._id}`;

const change = async (by: StaffMember, member: StaffMember, set: Record<string, unknown>) =>
  by.put(path(member), { ...formOf((await by.get(path(member))).body), ...set });

/** Every deed by which an account could be taken over or stripped. */
const deeds = [
  ["another address", (by, member) => change(by, member, { emailaddress: `x.${member.emailaddress}` })],
  ["another status", (by, member) => change(by, member, { status: "Suspended" })],
  ["an invitation", (by, member) => by.post(`${path(member)}/invite`)],
  ["the end of the sessions", (by, member) => by.delete(`${path(member)}/sessions`)],
  ["the second factor", (by, member) => by.delete(`${path(member)}/second_factor`, { reason: "Lost" })],
] as const satisfies readonly (readonly [
  string,
  (by: StaffMember, member: StaffMember) => Promise<{ body: { type: string; message: string } }>,
])[];

test.each(deeds)("%s is refused for who holds a page that the asker does not hold", async (_name, deed) => {
  const bursar = await staffWithPassword(portal, { pages: ["application-fees.change"], firstname: "Bala" });
  await enrol(bursar);
  expect((await deed(registrar, bursar)).body).toMatchObject({
    type: "error",
    code: "rights-above-yours",
    message: HOLDS_MORE,
  });
  expect((await bursar.get("/staff/ms_staff/me")).status).toBe(200);
  expect((await deed(admin, bursar)).body.type).toBe("success");
});

test.each(deeds)("%s is possible for who holds no more than the asker", async (_name, deed) => {
  const clerk = await staffWithPassword(portal, { pages: ["departments"], firstname: "Bala" });
  await enrol(clerk);
  expect((await deed(registrar, clerk)).body).toMatchObject({ type: "success" });
});

test("who holds the same page less far does not act for who holds it farther", async () => {
  const [home, far] = [await departmentNamed(portal, "BIO"), await departmentNamed(portal, "HAU")];
  const clerk = (scope: "all" | "college" | "department") =>
    staffMember(portal, { pages: ["staff", "staff.change"], scope, department: home._id, firstname: "Bala" });
  const dean = await clerk("college");
  const [head, boss] = [await clerk("department"), await clerk("all")];
  await holdOffice(portal, dean._id, { kind: "dean", of: home.college });
  await holdOffice(portal, head._id, { kind: "head", of: home._id });
  const asks = (member: StaffMember) => dean.post(`${path(member)}/invite`);
  expect((await asks(boss)).body).toMatchObject({ code: "rights-above-yours", message: HOLDS_MORE });
  expect((await asks(head)).body.type).toBe("success");
  expect((await head.post(`${path(dean)}/invite`)).body).toMatchObject({
    code: "rights-above-yours",
    message: HOLDS_MORE,
  });
  await holdOffice(portal, head._id, { kind: "head", of: far._id });
  expect((await asks(head)).body).toMatchObject({ code: "rights-above-yours", message: HOLDS_MORE });
});

test("nobody changes the own email address through the staff record", async () => {
  for (const [who, whom] of [
    [registrar, "an administrator"],
    [admin, "another administrator"],
  ] as const) {
    const { body } = await change(who, who, { emailaddress: "mine@example.com" });
    expect([body.code, body.errors]).toEqual([
      "own-account",
      { emailaddress: `Nobody changes their own email address: ask ${whom} to do it` },
    ]);
    expect((await change(who, who, { title: "Dr" })).body.type).toBe("success");
  }
});

test("only an administrator drops the factor of who approves what others propose, and nobody else changes the address", async () => {
  const pages = ["staff", "staff.change", "releases.change", "releases.approve"] as const;
  const holder = await staffWithPassword(portal, { pages });
  const colleague = await staffWithPassword(portal, { pages: ["releases.approve"], firstname: "Bala" });
  await enrol(colleague);
  const sentence = "Bala Sani approves what others propose, or decides about rights. Ask an administrator";
  const address = await change(holder, colleague, { emailaddress: `mine.${colleague.emailaddress}` });
  expect([address.body.code, address.body.errors]).toEqual(["rights-above-yours", { emailaddress: sentence }]);
  const factor = (by: StaffMember) => by.delete(`${path(colleague)}/second_factor`, { reason: "Lost" });
  expect((await factor(holder)).body).toMatchObject({ type: "error", code: "rights-above-yours", message: sentence });
  expect((await holder.post(`${path(colleague)}/invite`)).body.type).toBe("success");
  expect((await factor(admin)).body.type).toBe("success");
});

test("nobody changes the own phone number or names, by which an own file is known, or the own department; a colleague does", async () => {
  const { _id: department } = await departmentNamed(portal, "HAU");
  const { body } = await change(registrar, registrar, { phonenumber: "08039998877", lastname: "Other", department });
  const ask = "ask an administrator, or a colleague who may change staff, to do it";
  expect([body.code, body.errors]).toEqual([
    "own-account",
    {
      phonenumber: `Nobody changes their own phone number: ${ask}`,
      lastname: `Nobody changes their own last name: ${ask}`,
      department: `Nobody changes their own department: ${ask}`,
    },
  ]);
  const colleague = await staffMember(portal, { pages: ["staff", "staff.change"] });
  expect((await change(colleague, registrar, { phonenumber: "08039998877", department })).body.type).toBe("success");
});

test("another address ends the sign-ins and the links that went to the one before", async () => {
  const clerk = await staffWithPassword(portal);
  await registrar.post(`${path(clerk)}/invite`);
  const id = await passwordLinkOf(portal, clerk.emailaddress);
  const emailaddress = `moved.${clerk.emailaddress}`;
  expect((await change(registrar, clerk, { emailaddress })).body.type).toBe("success");
  expect((await clerk.get("/staff/ms_staff/me")).status).toBe(401);
  expect((await registrar.put("/staff/ms_staff/reset", { id, password: "Cashew-Hill-19" })).body.type).toBe("error");
  expect((await signInAsStaff(portal, { ...clerk, emailaddress })).body.type).toBe("success");
});
