import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { administrator, departmentNamed, fillOffice, groupId, pageId } from "../../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import type { PageKey } from "../permission.pages.rules.ts";

let portal: TestPortal;
let admin: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal);
  await administrator(portal);
});
afterAll(() => portal.stop());

const path = "/staff/ms_group_permission";
let groups = 0;
async function newGroup(): Promise<string> {
  groups += 1;
  return (await admin.post("/staff/ms_user_group", { name: `Office ${groups}`, scope: "all" })).body._id;
}
const idsOf = (keys: readonly PageKey[]) => Promise.all(keys.map((key) => pageId(portal, key)));
const many = async (deed: "give" | "take", group: string, keys: readonly PageKey[], who = admin) =>
  who.post(`${path}/${deed}`, { group, pages: await idsOf(keys) });

async function keysOf(group: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from portal.group_permission g
    join portal.page p on p._id = g.page where g."group" = ${group} order by key`.execute(portal.db);
  return rows.map(({ key }) => key);
}

const audited = async (deed: string) =>
  (await portal.db.selectFrom("audit").select("_id").where("deed", "=", deed).execute()).length;

test("many pages are given in one deed, each in the audit, and those that are there already are passed over", async () => {
  const group = await newGroup();
  const before = await audited("group_permission.create");
  const some = ["colleges", "colleges.change", "departments"] as const;
  expect((await many("give", group, ["colleges"])).body).toMatchObject({ message: "1 page was given", count: 1 });
  expect((await many("give", group, some)).body).toMatchObject({ message: "2 pages were given", count: 2 });
  expect(await keysOf(group)).toEqual([...some]);
  expect((await audited("group_permission.create")) - before).toBe(3);
  const again = await many("give", group, some);
  expect([again.status, again.body.code, again.body.message]).toEqual([
    200,
    "already-so",
    "The group opens all of these pages already",
  ]);
  expect((await many("give", group, [])).body.errors).toEqual({ pages: "Choose at least one page" });
  expect((await many("take", group, ["colleges.change", "departments", "releases"])).body).toMatchObject({
    message: "2 pages were taken away",
  });
  expect(await keysOf(group)).toEqual(["colleges"]);
});

test("a right to approve brings the page along that it is about, and both are counted", async () => {
  const group = await newGroup();
  expect((await many("give", group, ["releases.approve", "releases"])).body).toMatchObject({ count: 2 });
  expect(await keysOf(group)).toEqual(["releases", "releases.approve"]);
});

test("power takes a second person, and then nothing of the rest is given either", async () => {
  const group = await newGroup();
  const { _id: department } = await departmentNamed(portal, "BIO");
  const { body } = await admin.post("/staff/ms_staff", {
    ...{ title: "Mr", firstname: "Sock", lastname: "Puppet", foldernumber: "S/1", department, status: "Active" },
    ...{ emailaddress: "sock@example.com", phonenumber: "08031234567", maritalstatus: "Single" },
    dateofbirth: "1990-01-01",
  });
  await admin.post("/staff/ms_group_member", { staff: body._id, group });
  const reply = await many("give", group, ["colleges", "releases.approve"]);
  expect(reply.body).toMatchObject({
    code: "second-person-needed",
    message: expect.stringContaining("You added Sock Puppet or chose the email address, so another administrator"),
  });
  expect(await keysOf(group)).toEqual([]);
  expect((await many("give", group, ["colleges"])).body).toMatchObject({ type: "success" });
});

test("nobody gives to their own group, what they do not hold, or to the administrators", async () => {
  const clerk = await staffMember(portal, { pages: ["group-permissions.change", "colleges"] });
  const [group, own] = [await newGroup(), await newGroup()];
  await admin.post("/staff/ms_group_member", { staff: clerk._id, group: own });
  const message = async (to: string, keys: readonly PageKey[]) =>
    (await many("give", to, keys, clerk)).body.message as string;
  await portal.db.deleteFrom("group_permission").where("group", "=", own).execute();
  expect(await message(own, ["colleges"])).toMatch(/^Nobody raises their own rights/);
  expect(await message(group, ["colleges", "departments"])).toMatch(/^(Your own right to|You do not hold)/);
  expect(await message(await groupId(portal, "Administrators"), ["colleges"])).toMatch(
    /^Only an administrator decides/,
  );
  expect(await keysOf(group)).toEqual([]);
  const onlyLooks = await staffMember(portal, { pages: ["group-permissions"] });
  for (const deed of ["give", "take"] as const)
    expect((await many(deed, group, ["colleges"], onlyLooks)).status).toBe(403);
  const unknown = await admin.post(`${path}/give`, { group: "nobody", pages: await idsOf(["colleges"]) });
  expect(unknown.body.type).toBe("error");
});
