import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { administrator, departmentNamed, fillOffice, formOf, groupId, pageId } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, signInStaff, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let admin: StaffMember;
let clerk: StaffMember;
let administrators: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  await portal.db.deleteFrom("group_member").execute();
  admin = await administrator(portal);
  clerk = await staffMember(portal, {
    pages: ["group-members", "group-members.change", "group-permissions.change", "user-permissions.change"],
  });
  for (const page of ["colleges", "user-groups", "user-groups.change"] as const)
    await admin.post("/staff/ms_user_permission", { staff: clerk._id, page: await pageId(portal, page), scope: "all" });
  administrators = await groupId(portal, "Administrators");
});
afterAll(() => portal.stop());

type Answer = Promise<{ body: { type: string; message: string } }>;
const said = async (deed: Answer) => (await deed).body.message;
const done = async (deed: Answer) => expect((await deed).body).toMatchObject({ type: "success" });

const newGroup = async (name: string, scope = "all"): Promise<string> =>
  (await admin.post("/staff/ms_user_group", { name, scope })).body._id;
const joins = (by: StaffMember, staff: string, group: string) => by.post("/staff/ms_group_member", { staff, group });
const opens = async (by: StaffMember, group: string, page: Parameters<typeof pageId>[1]) =>
  by.post("/staff/ms_group_permission", { group, page: await pageId(portal, page) });
const gives = async (by: StaffMember, staff: string, page: Parameters<typeof pageId>[1], scope = "all") =>
  by.post("/staff/ms_user_permission", { staff, page: await pageId(portal, page), scope });

let made = 0;
/** A person whom somebody adds through the record. */
async function personAddedBy(who: StaffMember): Promise<string> {
  made += 1;
  const { _id: department } = await departmentNamed(portal, "BIO");
  const { body } = await who.post("/staff/ms_staff", {
    title: "Mr",
    firstname: "Sock",
    lastname: "Puppet",
    foldernumber: `S/${made}`,
    department,
    status: "Active",
    emailaddress: `sock.${process.pid}.${made}@example.com`,
    phonenumber: "08031234567",
    maritalstatus: "Single",
    dateofbirth: "1990-01-01",
  });
  return body._id;
}

test("only administrators add to the administrators' group, or take somebody out of it", async () => {
  const friend = await staffMember(portal);
  const sentence = "Only an administrator decides about the administrators' group. Ask an administrator";
  expect((await joins(clerk, friend._id, administrators)).body).toMatchObject({
    code: "administrator-only",
    message: sentence,
  });
  expect(await said(opens(clerk, administrators, "colleges"))).toBe(sentence);
  const row = (await clerk.get(`/staff/ms_group_member?group=${administrators}`)).body.list[0];
  expect(await said(clerk.delete(`/staff/ms_group_member/${row._id}`, { delete: "Delete" }))).toBe(sentence);
  await done(joins(admin, friend._id, administrators));
});

test("nobody but an administrator gives a page that they do not hold, in any of the ways to give one", async () => {
  const friend = await staffMember(portal);
  const group = await newGroup("Fees office");
  const lacking = "You do not hold Application fees yourself, so you cannot give it. Ask an administrator";
  expect((await gives(clerk, friend._id, "application-fees")).body).toMatchObject({
    code: "right-not-held",
    message: lacking,
  });
  expect(await said(opens(clerk, group, "application-fees"))).toBe(lacking);
  await done(opens(admin, group, "application-fees"));
  expect(await said(joins(clerk, friend._id, group))).toBe(lacking);
  await done(gives(clerk, friend._id, "colleges"));
  const plain = await newGroup("Colleges office");
  await done(opens(clerk, plain, "colleges"));
  await done(joins(clerk, friend._id, plain));
});

test("nobody but an administrator gives a page on that they hold for some units only", async () => {
  const friend = await staffMember(portal);
  await done(gives(admin, clerk._id, "departments", "department"));
  const sentence =
    "Your own right to Departments does not reach everything, so you cannot give it. Ask an administrator";
  expect(await said(gives(clerk, friend._id, "departments"))).toBe(sentence);
  // A friend who heads another department would reach what the clerk does not.
  expect(await said(gives(clerk, friend._id, "departments", "department"))).toBe(sentence);
  const narrow = await newGroup("Small desk", "department");
  expect(await said(opens(clerk, narrow, "departments"))).toBe(sentence);
  await done(opens(admin, narrow, "departments"));
  const row = (await admin.get(`/staff/ms_user_group/${narrow}`)).body;
  const widen = (by: StaffMember) => by.put(`/staff/ms_user_group/${narrow}`, { ...formOf(row), scope: "all" });
  expect(await said(widen(clerk))).toBe(sentence);
  await done(widen(admin));
});

test("whoever added a person, or chose the address, gives that person no power over rights", async () => {
  const second = await administrator(portal);
  const sock = await personAddedBy(admin);
  const sentence =
    "You added Sock Puppet or chose the email address, so another administrator must give this person power over rights, or a right to approve";
  expect(await said(joins(admin, sock, administrators))).toBe(sentence);
  expect(await said(gives(admin, sock, "user-permissions.change"))).toBe(sentence);
  const desk = await newGroup("Rights desk");
  await done(joins(admin, sock, desk));
  expect(await said(opens(admin, desk, "group-members.change"))).toBe(sentence);
  await done(opens(admin, desk, "colleges"));
  const rights = await newGroup("Rights");
  await done(opens(admin, rights, "group-members.change"));
  expect(await said(joins(admin, sock, rights))).toBe(sentence);
  await done(joins(second, sock, administrators));

  const moved = await staffMember(portal, { firstname: "Sock", lastname: "Puppet" });
  const row = (await admin.get(`/staff/ms_staff/${moved._id}`)).body;
  await admin.put(`/staff/ms_staff/${moved._id}`, { ...formOf(row), title: "Chief" });
  const { _id: power } = (await gives(admin, moved._id, "user-permissions")).body;
  await done(admin.delete(`/staff/ms_user_permission/${power}`, { delete: "Delete" }));
  const own = { ...formOf(row), title: "Chief", emailaddress: "own@example.com" };
  await done(admin.put(`/staff/ms_staff/${moved._id}`, own));
  expect(await said(joins(admin, moved._id, administrators))).toBe(sentence);
  await done(joins(second, moved._id, administrators));
});

test("whoever added a person gives that person no right to approve, in person, by a group or to the group", async () => {
  const bursar = await staffMember(portal, {
    pages: ["staff", "staff.change", "user-permissions.change", "group-members.change", "group-permissions.change"],
  });
  for (const page of ["payment-corrections", "payment-corrections.change", "payment-corrections.approve"] as const)
    await done(gives(admin, bursar._id, page));
  const puppet = await personAddedBy(bursar);
  const sentence =
    "You added Sock Puppet or chose the email address, so an administrator must give this person power over rights, or a right to approve";
  expect(await said(gives(bursar, puppet, "payment-corrections.approve"))).toBe(sentence);
  const [approvers, desk] = [await newGroup("Approvers"), await newGroup("Corrections")];
  await done(opens(admin, approvers, "payment-corrections.approve"));
  expect(await said(joins(bursar, puppet, approvers))).toBe(sentence);
  await done(joins(bursar, puppet, desk));
  expect(await said(opens(bursar, desk, "payment-corrections.approve"))).toBe(sentence);
  await done(opens(bursar, desk, "payment-corrections"));
  await done(gives(admin, puppet, "payment-corrections.approve"));
});

test("nobody makes an administrator of whom somebody of their own making has made", async () => {
  const second = await administrator(portal);
  const puppet = await personAddedBy(admin);
  expect(await said(gives(admin, puppet, "staff.change"))).toContain("You added Sock Puppet");
  // As if another had given it: the chain is followed all the same.
  await done(gives(second, puppet, "staff"));
  await done(gives(second, puppet, "staff.change"));
  const third = await personAddedBy({ ...second, ...(await signInStaff(portal, puppet)) });
  expect(await said(joins(admin, third, administrators))).toContain("You added Sock Puppet");
  await done(joins(await administrator(portal), third, administrators));
});

test("the only administrator of a college makes the second one alone", async () => {
  await portal.db.deleteFrom("group_member").where("staff", "!=", admin._id).execute();
  await done(joins(admin, await personAddedBy(admin), administrators));
});

const membershipOf = async (staff: string) =>
  (await admin.get(`/staff/ms_group_member?group=${administrators}&limit=100`)).body.list.find(
    (row: { staff: { _id: string } }) => row.staff._id === staff,
  )._id;

test.each(["taken out of the group", "put on leave", "set to Left"])(
  "an administrator whose only colleague is %s gives the own making no power for a week, and the colleague hears it",
  async (way) => {
    await portal.db.deleteFrom("group_member").where("staff", "!=", admin._id).execute();
    const second = await administrator(portal);
    const sock = await personAddedBy(admin);
    if (way === "taken out of the group")
      await done(admin.delete(`/staff/ms_group_member/${await membershipOf(second._id)}`, { delete: "Delete" }));
    else {
      const row = (await admin.get(`/staff/ms_staff/${second._id}`)).body;
      const status = way === "put on leave" ? "On leave" : "Left";
      await done(admin.put(`/staff/ms_staff/${second._id}`, { ...formOf(row), status }));
    }
    expect(await said(joins(admin, sock, administrators))).toContain("You added Sock Puppet");
    // The text of a mail is dropped once it is sent.
    const mails = await portal.db
      .selectFrom("outgoing_mail")
      .select("subject")
      .where("recipient", "=", second.emailaddress)
      .where("subject", "like", "You no longer act as an administrator%")
      .execute();
    expect(mails).toHaveLength(1);
    await sql`alter table portal.audit disable trigger audit_only_forgets`.execute(portal.db);
    await sql`update portal.audit set at = at - interval '8 days'`.execute(portal.db);
    await sql`alter table portal.audit enable trigger audit_only_forgets`.execute(portal.db);
    await done(joins(admin, sock, administrators));
  },
);
