import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { administrator, departmentNamed, fillOffice, formOf, groupId, pageId } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { withoutGroupLock } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let admin: StaffMember;
let sock: string;
beforeEach(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal);
  await administrator(portal);
  sock = await personAddedBy(admin);
});
afterEach(() => portal.stop());

const POWER = "releases.approve";
const MADE = "You added Sock Puppet or chose the email address, so another administrator must give this person";
const NOT_ALONE =
  "Bala Sani approves what others propose, or decides about rights, so no one person chooses the email address. Take those rights away first; after the change another administrator gives them again";

async function personAddedBy(who: StaffMember): Promise<string> {
  const { _id: department } = await departmentNamed(portal, "BIO");
  const { body } = await who.post("/staff/ms_staff", {
    title: "Mr",
    firstname: "Sock",
    lastname: "Puppet",
    foldernumber: "S/1",
    department,
    status: "Active",
    emailaddress: "sock@example.com",
    phonenumber: "08031234567",
    maritalstatus: "Single",
    dateofbirth: "1990-01-01",
  });
  return body._id;
}

const newGroup = async (scope = "all"): Promise<string> =>
  (await admin.post("/staff/ms_user_group", { name: "Approvers", scope })).body._id;
const joins = (staff: string, group: string) => admin.post("/staff/ms_group_member", { staff, group });
const opens = async (group: string) =>
  admin.post("/staff/ms_group_permission", { group, page: await pageId(portal, POWER) });
const gives = async (staff: string) =>
  admin.post("/staff/ms_user_permission", { staff, page: await pageId(portal, POWER), scope: "all" });
const movesTo = async (member: StaffMember, emailaddress: string) => {
  const path = `/staff/ms_staff/${member._id}`;
  return admin.put(path, { ...formOf((await admin.get(path)).body), emailaddress });
};

/** Whether somebody holds the power by now, by a group or in person. */
async function holdsPower(staff: string): Promise<boolean> {
  const page = await pageId(portal, POWER);
  const { rows } = await sql`
    select from portal.group_permission p join portal.group_member m on m."group" = p."group"
    where p.page = ${page} and m.staff = ${staff}
    union all select from portal.user_permission where page = ${page} and staff = ${staff}`.execute(portal.db);
  return rows.length > 0;
}

/** The second begins when the first has done all but its audit, which waits; both then go on. */
const oneUponTheOther = (first: () => Promise<unknown>, second: () => Promise<unknown>) =>
  whileTableHeld(portal, "audit", 2, async () => {
    const begun = first();
    await untilWaiting(portal);
    return Promise.all([begun, second()]);
  });

/** The ways in which two gifts, each harmless alone, would together give power to one's own making. */
const ways = [
  ["joining a group while it gets the page", (group: string) => [() => joins(sock, group), () => opens(group)]],
  ["a page for a group while somebody joins", (group: string) => [() => opens(group), () => joins(sock, group)]],
] as const;

test.each(ways)("%s gives no power to whom the giver made", async (_way, both) => {
  const [first, second] = both(await newGroup()) as [() => Promise<unknown>, () => Promise<unknown>];
  const replies = (await oneUponTheOther(first, second)) as { body: { type: string; message: string } }[];
  expect(replies.map(({ body }) => body.type)).toEqual(["success", "error"]);
  expect(replies[1]?.body).toMatchObject({ code: "second-person-needed", message: expect.stringContaining(MADE) });
  expect(await holdsPower(sock)).toBe(false);
});

test("an address that changes while its owner is given power keeps the power away", async () => {
  const bala = await staffMember(portal, { firstname: "Bala" });
  await oneUponTheOther(
    () => movesTo(bala, "mine@example.com"),
    () => gives(bala._id),
  );
  expect(await holdsPower(bala._id)).toBe(false);
});

test("without the lock each of these would give it", async () => {
  await withoutGroupLock(portal);
  const group = await groupId(portal, "Administrators");
  await portal.db.deleteFrom("group_permission").where("group", "!=", group).execute();
  const other = await portal.db
    .insertInto("user_group_rows" as "user_group")
    .values({ _id: crypto.randomUUID(), name: "Approvers", scope: "all" })
    .returning("_id")
    .executeTakeFirstOrThrow();
  await oneUponTheOther(
    () => joins(sock, other._id),
    () => opens(other._id),
  );
  expect(await holdsPower(sock)).toBe(true);
  const bala = await staffMember(portal, { firstname: "Bala" });
  await oneUponTheOther(
    () => movesTo(bala, "mine@example.com"),
    () => gives(bala._id),
  );
  expect(await holdsPower(bala._id)).toBe(true);
});

test("nobody chooses alone the address of who approves: power goes first, and another gives it again", async () => {
  const bala = await staffMember(portal, { firstname: "Bala" });
  const { _id: power } = (await gives(bala._id)).body;
  expect((await movesTo(bala, "mine@example.com")).body).toMatchObject({
    type: "error",
    code: "rights-above-yours",
    errors: { emailaddress: NOT_ALONE },
  });
  await admin.delete(`/staff/ms_user_permission/${power}`, { delete: "Delete" });
  expect((await movesTo(bala, "mine@example.com")).body.type).toBe("success");
  expect((await gives(bala._id)).body).toMatchObject({
    code: "second-person-needed",
    message: expect.stringContaining("You added Bala Sani or chose the email address"),
  });
  const second = await administrator(portal);
  const page = await pageId(portal, POWER);
  const again = await second.post("/staff/ms_user_permission", { staff: bala._id, page, scope: "all" });
  expect(again.body.type).toBe("success");
});

test("nor of who approves through a group, is on leave, or is an administrator", async () => {
  const bala = await staffMember(portal, { firstname: "Bala" });
  const group = await newGroup("department");
  await opens(group);
  expect((await joins(bala._id, group)).body.type).toBe("success");
  await portal.db.updateTable("staff").set({ status: "On leave" }).where("_id", "=", bala._id).execute();
  const chief = await administrator(portal, { firstname: "Bala" });
  for (const member of [bala, chief])
    expect((await movesTo(member, "mine@example.com")).body.errors).toEqual({ emailaddress: NOT_ALONE });
});

test("the only administrator of a college changes any address alone", async () => {
  const bala = await staffMember(portal, { firstname: "Bala", pages: [POWER] });
  await portal.db.deleteFrom("group_member").where("staff", "!=", admin._id).execute();
  expect((await movesTo(bala, "new@example.com")).body.type).toBe("success");
});
