import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { passwordLinkOf, STAFF_PASSWORD, signInAsStaff, staffWithPassword } from "../../../../testing/staff-account.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { granted } from "../../../../testing/walk.ts";
import { closeIdleAccounts } from "./idle.job.server.ts";

let portal: TestPortal;
let administrator: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  administrator = await staffMember(portal, { pages: ["staff", "staff.change"], lastname: "Zubairu" });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const round = () => closeIdleAccounts.run(portal.app);
const accountOf = ({ _id }: StaffMember) =>
  portal.db.selectFrom("staff_account").selectAll().where("staff", "=", _id).executeTakeFirstOrThrow();
const mailsTo = async ({ emailaddress }: StaffMember) =>
  (await portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", emailaddress).execute()).map(
    ({ subject }) => subject.replace(/\d.*/, "a day"),
  );

/** Nobody has used the account for so many days; `told` is how many days ago its owner was told, if at all. */
async function unused(member: StaffMember, days: number, told: number | null = null): Promise<void> {
  await sql`delete from portal.staff_session where staff = ${member._id}`.execute(portal.db);
  await sql`update portal.staff set "createdAt" = now() - interval '400 days' where _id = ${member._id}`.execute(
    portal.db,
  );
  await sql`update portal.staff_account set "signedInAt" = now() - make_interval(days => ${days}),
    "idleToldAt" = now() - make_interval(days => ${told}::int), "reopenedAt" = null where staff = ${member._id}`.execute(
    portal.db,
  );
}

test("at 90 days the owner is told once with the day; at 89 nobody is; a sign-in keeps the account", async () => {
  const [idle, busy] = [await staffWithPassword(portal), await staffWithPassword(portal)];
  await unused(idle, 90);
  await unused(busy, 89);
  await Promise.all([round(), round()]);
  await round();
  expect(await mailsTo(idle)).toEqual([expect.stringContaining("your account closes on a day")]);
  const [letter] = await portal.letters(idle.emailaddress, 1);
  expect(letter?.text).toContain("To keep it, sign in once before that day");
  expect(await mailsTo(busy)).toEqual([]);
  await granted(signInAsStaff(portal, idle));
  await round();
  expect((await accountOf(idle)).closedAt).toBeNull();
  const { list } = (await granted(administrator.get("/staff/ms_idle_account"))).body;
  expect(list.map(({ _id }: { _id: string }) => _id)).not.toContain(idle._id);
});

test("at 120 days what was told closes: nobody signs in, and an administrator's new link opens it", async () => {
  const member = await staffWithPassword(portal);
  await unused(member, 121, 31);
  const { list } = (await granted(administrator.get("/staff/ms_idle_account"))).body;
  expect(list).toContainEqual(
    expect.objectContaining({ _id: member._id, idledays: 121, closeson: expect.any(String) }),
  );
  await round();
  expect((await accountOf(member)).closedAt).not.toBeNull();
  expect((await signInAsStaff(portal, member)).body).toMatchObject({ code: "account-closed" });
  expect(await mailsTo(member)).toEqual([expect.stringContaining("your account is closed")]);
  expect(
    await portal.db.selectFrom("staff").select("status").where("_id", "=", member._id).executeTakeFirstOrThrow(),
  ).toEqual({
    status: "Active",
  });
  await granted(administrator.post(`/staff/ms_staff/${member._id}/invite`, {}));
  const id = await passwordLinkOf(portal, member.emailaddress);
  await granted(signIn(id));
  await granted(signInAsStaff(portal, { ...member, password: "Mango-Tree-78" }));
  await round();
  expect((await accountOf(member)).closedAt).toBeNull();
});

const signIn = (id: string) => administrator.put("/staff/ms_staff/reset", { id, password: "Mango-Tree-78" });

test("who was not told long enough before is not closed, however long the account stood", async () => {
  const [untold, late] = [await staffWithPassword(portal), await staffWithPassword(portal)];
  await unused(untold, 300);
  await unused(late, 300, 29);
  await round();
  for (const one of [untold, late]) expect((await accountOf(one)).closedAt).toBeNull();
  expect(await mailsTo(untold)).toEqual([expect.stringContaining("closes on")]);
});

test("the last administrator's account stays open; of two one stays", async () => {
  await sql`delete from portal.group_member where "group" in (select _id from portal.user_group where key = 'administrators')`.execute(
    portal.db,
  );
  const admins = [await staffWithPassword(portal), await staffWithPassword(portal)];
  for (const one of admins) {
    await sql`insert into portal.group_member (_id, staff, "group") select gen_random_uuid(), ${one._id}, _id
      from portal.user_group where key = 'administrators'`.execute(portal.db);
    await unused(one, 200, 60);
  }
  await Promise.all([round(), round()]);
  const closed = await Promise.all(admins.map(accountOf));
  expect(closed.filter(({ closedAt }) => closedAt !== null)).toHaveLength(1);
});

test("0 days lets every account stand", async () => {
  const member = await staffWithPassword(portal);
  await unused(member, 300, 100);
  await portal.db.insertInto("setting").values({ name: "idleTellDays", value: "0" }).execute();
  await round();
  expect((await accountOf(member)).closedAt).toBeNull();
  await portal.db.deleteFrom("setting").where("name", "=", "idleTellDays").execute();
});

test("a sign-in that meets the closing opens nothing", async () => {
  const member = await staffWithPassword(portal);
  await unused(member, 130, 40);
  const answers = await whileTableHeld(portal, "audit", 2, async () => {
    const closing = round();
    await untilWaiting(portal, 1);
    const signing = signInAsStaff(portal, { emailaddress: member.emailaddress, password: STAFF_PASSWORD });
    return () => Promise.all([closing, signing]);
  });
  await answers();
  const open = await portal.db.selectFrom("staff_session").select("_id").where("staff", "=", member._id).execute();
  const isClosed = (await accountOf(member)).closedAt !== null;
  expect([isClosed, open.length]).toEqual(isClosed ? [true, 0] : [false, 1]);
});
