import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { enrol, passwordLinkOf, signInAsStaff, staffWithPassword } from "../../../../testing/staff-account.ts";
import { ADMINISTRATORS } from "../../permission/user-group/user-group.administrators.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const administrator = () => staffMember(portal, { pages: ["staff", "staff.change"], firstname: "Ada" });

test("an administrator sees how somebody signs in", async () => {
  const [admin, member] = [await administrator(), await staffWithPassword(portal)];
  await enrol(member);
  const { body } = await admin.get(`/staff/ms_staff/${member._id}/account`);
  expect(body).toEqual({
    _id: member._id,
    status: "Active",
    hasPassword: true,
    invitedUntil: null,
    signedInAt: null,
    secondFactor: true,
    sessions: 1,
  });
});

test("an administrator invites somebody by a link; a later one takes the place of the first", async () => {
  const [admin, member] = [await administrator(), await staffMember(portal)];
  await portal.db.deleteFrom("staff_account").where("staff", "=", member._id).execute();
  const invite = () => admin.post(`/staff/ms_staff/${member._id}/invite`);
  expect((await invite()).body.message).toContain(member.emailaddress);
  const first = await passwordLinkOf(portal, member.emailaddress);
  const { body } = await admin.get(`/staff/ms_staff/${member._id}/account`);
  expect(body).toMatchObject({ hasPassword: false, invitedUntil: expect.any(String) });
  await invite();
  const second = await passwordLinkOf(portal, member.emailaddress, 2);
  const choose = (id: string) => caller(portal).put("/staff/ms_staff/reset", { id, password: "Cashew-Hill-19" });
  expect((await choose(first)).body.type).toBe("error");
  expect((await choose(second)).body.type).toBe("success");
  expect((await signInAsStaff(portal, { ...member, password: "Cashew-Hill-19" })).body.type).toBe("success");
});

test("only the active are invited", async () => {
  const [admin, member] = [await administrator(), await staffMember(portal, { status: "Suspended" })];
  const { body } = await admin.post(`/staff/ms_staff/${member._id}/invite`);
  expect(body).toMatchObject({ type: "error", code: "staff-not-active", message: expect.stringContaining("Active") });
});

test("an administrator ends somebody's sessions at once", async () => {
  const [admin, member] = [await administrator(), await staffMember(portal)];
  expect((await admin.delete(`/staff/ms_staff/${member._id}/sessions`)).body.type).toBe("success");
  expect((await member.get("/staff/ms_staff/me")).status).toBe(401);
  expect((await admin.get("/staff/ms_staff/me")).status).toBe(200);
});

test("a lost phone's second factor goes with a reason that the audit keeps, and every session with it", async () => {
  const [admin, member] = [await administrator(), await staffWithPassword(portal)];
  await enrol(member);
  const drop = (reason: string) => admin.delete(`/staff/ms_staff/${member._id}/second_factor`, { reason });
  const without = await drop(" ");
  expect([without.status, without.body.code, without.body.errors]).toEqual([
    500,
    "form-invalid",
    { reason: "Reason is required" },
  ]);
  expect((await drop("The phone was stolen")).body.message).toBe("The second factor of Hauwa Sani is off");
  expect((await drop("The phone was stolen")).body).toMatchObject({
    code: "second-factor-off",
    message: expect.stringContaining("has no second factor"),
  });
  expect((await member.get("/staff/ms_staff/me")).status).toBe(401);
  expect((await signInAsStaff(portal, member)).body.type).toBe("success");
  const rows = await portal.db
    .selectFrom("audit")
    .select(["actor", "reason"])
    .where("deed", "=", "second-factor.drop")
    .execute();
  expect(rows).toEqual([{ actor: admin._id, reason: "The phone was stolen" }]);
  expect(await portal.letters(member.emailaddress, 2)).toHaveLength(2);
});

test("nobody takes the own second factor away, or invites oneself, by an administrator's right", async () => {
  const admin = await staffWithPassword(portal, { pages: ["staff.change"] });
  await enrol(admin);
  const own = `/staff/ms_staff/${admin._id}`;
  expect((await admin.delete(`${own}/second_factor`, { reason: "lost" })).body).toMatchObject({
    code: "own-account",
    message: expect.stringContaining("My account"),
  });
  expect((await admin.post(`${own}/invite`)).body).toMatchObject({
    code: "own-account",
    message: expect.stringContaining("My account"),
  });
});

test("the second factor of an administrator is taken away by an administrator only", async () => {
  const [clerk, boss] = [await administrator(), await staffWithPassword(portal, { firstname: "Bola" })];
  await enrol(boss);
  const join = (staff: string) =>
    sql`insert into portal.group_member (_id, staff, "group")
      select gen_random_uuid(), ${staff}, _id from portal.user_group where key = ${ADMINISTRATORS}`.execute(portal.db);
  await join(boss._id);
  const drop = () => clerk.delete(`/staff/ms_staff/${boss._id}/second_factor`, { reason: "The phone was stolen" });
  expect((await drop()).body).toMatchObject({
    code: "rights-above-yours",
    message: expect.stringContaining("holds rights that you do not hold"),
  });
  await join(clerk._id);
  expect((await drop()).body.type).toBe("success");
});

const deeds = [
  ["GET", "account"],
  ["POST", "invite"],
  ["DELETE", "sessions"],
  ["DELETE", "second_factor"],
] as const;

test("who may not change staff hears 403, and what the right does not reach is 404 as if it were not there", async () => {
  const member = await staffMember(portal);
  const looker = await staffMember(portal, { pages: ["staff"] });
  const near = await staffMember(portal, { pages: ["staff.change"], scope: "department" });
  const everywhere = await administrator();
  for (const [method, deed] of deeds) {
    const ask = (who: typeof looker, id: string) => {
      const path = `/staff/ms_staff/${id}/${deed}`;
      if (method === "GET") return who.get(path);
      return method === "POST"
        ? who.post(path)
        : who.delete(path, deed === "sessions" ? undefined : { reason: "lost" });
    };
    expect([deed, (await ask(looker, member._id)).status]).toEqual([deed, 403]);
    const answers = [await ask(near, member._id)];
    for (const id of ["01900000-0000-7000-8000-000000000000", "x"]) answers.push(await ask(everywhere, id));
    expect([deed, ...answers.map(({ status }) => status)]).toEqual([deed, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  }
  expect((await member.get("/staff/ms_staff/me")).status).toBe(200);
});
