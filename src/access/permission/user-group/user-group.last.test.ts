import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { administrator, formOf } from "../../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { withoutGroupLock } from "../../../../testing/without-guard.ts";

let portal: TestPortal;
let one: StaffMember;
let two: StaffMember;
beforeEach(async () => {
  portal = await startPortal(inject("place"));
  // The demo college's own administrators would keep the last one from being the last.
  await portal.db.deleteFrom("group_member").execute();
  one = await administrator(portal);
  two = await administrator(portal);
});
afterEach(() => portal.stop());

const membershipOf = async (member: StaffMember) =>
  (await portal.db.selectFrom("group_member").select("_id").where("staff", "=", member._id).executeTakeFirst())?._id;

const remove = async (by: StaffMember, member: StaffMember) =>
  by.delete(`/staff/ms_group_member/${await membershipOf(member)}`, { delete: "Delete" });

const administrators = async () =>
  (
    await portal.db
      .selectFrom("group_member")
      .innerJoin("user_group", "user_group._id", "group_member.group")
      .innerJoin("staff", "staff._id", "group_member.staff")
      .select("staff._id")
      .where("user_group.key", "=", "administrators")
      .where("staff.status", "=", "Active")
      .execute()
  ).map(({ _id }) => _id);

const setStatus = async (by: StaffMember, member: StaffMember, status: string) => {
  const row = (await by.get(`/staff/ms_staff/${member._id}`)).body;
  return by.put(`/staff/ms_staff/${member._id}`, { ...formOf(row), status });
};

/** Neither can finish before both have begun. */
const removeEachOther = async () => {
  const both = () => Promise.all([remove(one, two), remove(two, one)]);
  return (await whileTableHeld(portal, "audit", 2, both)).map(({ body }) => body.type as string);
};

test("the last administrator stays, whichever way is tried", async () => {
  expect((await remove(one, two)).body.type).toBe("success");
  expect((await remove(one, one)).body).toMatchObject({
    code: "last-administrator",
    message: "This is the last administrator. Make somebody else one first",
  });
  const registrar = await staffMember(portal, { pages: ["staff", "staff.change"] });
  for (const status of ["On leave", "Suspended", "Retired", "Left"])
    expect((await setStatus(registrar, one, status)).body).toMatchObject({
      code: "rights-above-yours",
      message: "Hauwa Sani holds rights that you do not hold. Ask an administrator",
    });
  const group = (await one.get("/staff/ms_user_group?q=administrators")).body.list[0]._id;
  expect((await one.delete(`/staff/ms_user_group/${group}`, { delete: "Delete" })).body).toMatchObject({
    code: "administrators-group-stays",
    message: expect.stringContaining("cannot be deleted"),
  });
  expect((await one.put(`/staff/ms_user_group/${group}`, { name: "Administrators", scope: "college" })).body.type).toBe(
    "error",
  );
  expect(await administrators()).toEqual([one._id]);
  expect((await one.get("/staff/ms_user_group")).status).toBe(200);
});

test("who was invited and never chose a password, or is suspended, does not count as an administrator", async () => {
  await portal.db.updateTable("staff_account").set({ password: null }).where("staff", "=", two._id).execute();
  expect((await remove(one, one)).body).toMatchObject({
    code: "last-administrator",
    message: expect.stringContaining("last administrator"),
  });
  await portal.db.updateTable("staff_account").set({ password: "chosen" }).where("staff", "=", two._id).execute();
  expect((await setStatus(one, two, "Suspended")).body.type).toBe("success");
  expect((await remove(one, one)).body).toMatchObject({
    code: "last-administrator",
    message: expect.stringContaining("last administrator"),
  });
});

test("of two administrators who remove each other at the same moment one stays", async () => {
  expect((await removeEachOther()).sort()).toEqual(["error", "success"]);
  expect(await administrators()).toHaveLength(1);
});

test("of two administrators who suspend each other at the same moment one stays", async () => {
  const both = () => Promise.all([setStatus(one, two, "Suspended"), setStatus(two, one, "Suspended")]);
  const replies = await whileTableHeld(portal, "audit", 2, both);
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(1);
  expect(await administrators()).toHaveLength(1);
});

test("without the lock on the group both would be gone", async () => {
  await withoutGroupLock(portal);
  expect(await removeEachOther()).toEqual(["success", "success"]);
  expect(await administrators()).toEqual([]);
});
