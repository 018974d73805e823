import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, signInStaff, staffMember } from "../../../../testing/staff.ts";
import {
  codeOf,
  enrol,
  passwordLinkOf,
  STAFF_PASSWORD,
  signInAsStaff,
  staffWithPassword,
} from "../../../../testing/staff-account.ts";
import { insist } from "../../../../testing/visitor.ts";
import { closeAccount, openAccount } from "../account/account.open.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const NEW = "Cashew-Hill-19";
const put = (call: "forgot" | "reset", body: unknown) => caller(portal).put(`/staff/ms_staff/${call}`, body);
const isIn = async ({ get }: Pick<StaffMember, "get">) => (await get("/staff/ms_staff/me")).status === 200;

async function linkFor(emailaddress: string): Promise<string> {
  await put("forgot", { emailaddress });
  return passwordLinkOf(portal, emailaddress.toLowerCase());
}

test("a forgotten password is set anew by the link in the mail, once, and every session ends", async () => {
  const member = await staffWithPassword(portal);
  const id = await linkFor(member.emailaddress.toUpperCase());
  const reply = await put("reset", { id, password: NEW });
  expect(reply.body).toEqual({ type: "success", message: "Your password is set. Sign in with it" });
  expect(await isIn(member)).toBe(false);
  expect((await signInAsStaff(portal, member)).body.type).toBe("error");
  expect((await signInAsStaff(portal, { ...member, password: NEW })).body.type).toBe("success");
  expect((await put("reset", { id, password: NEW })).body).toMatchObject({
    code: "link-spent",
    message: expect.stringContaining("This link is wrong"),
  });
  const letters = await portal.letters(member.emailaddress, 2);
  expect(letters.at(-1)?.subject).toContain("was set");
});

/** How many of ten uses of one link at the same moment set the password. */
async function tenUsesAtOnce(on: TestPortal): Promise<number> {
  const member = await staffWithPassword(on);
  const visitor = caller(on);
  await visitor.put("/staff/ms_staff/forgot", { emailaddress: member.emailaddress });
  const id = await passwordLinkOf(on, member.emailaddress);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      insist(() => visitor.put("/staff/ms_staff/reset", { id, password: `${NEW}-${n}` })),
    ),
  );
  return replies.filter(({ body }) => body.type === "success").length;
}

test("of ten uses of one link at once one sets the password", async () => {
  expect(await tenUsesAtOnce(portal)).toBe(1);
});

test("several do when the database forgets that it was used: the use is the guard", async () => {
  const broken = await startPortal(inject("place"));
  try {
    await sql`create function portal.forget_use() returns trigger language plpgsql as
      'begin new."usedAt" := null; return new; end'`.execute(broken.db);
    await sql`create trigger forget_use before update on portal.staff_password_link
      for each row execute function portal.forget_use()`.execute(broken.db);
    expect(await tenUsesAtOnce(broken)).toBeGreaterThan(1);
  } finally {
    await broken.stop();
  }
});

test("a new password leaves the second factor as it was", async () => {
  const member = await staffWithPassword(portal);
  const { secret } = await enrol(member);
  const id = await linkFor(member.emailaddress);
  await put("reset", { id, password: NEW });
  expect((await signInAsStaff(portal, { ...member, password: NEW })).body).toMatchObject({ next: "code" });
  const code = await codeOf(secret);
  expect((await signInAsStaff(portal, { ...member, password: NEW, code })).body.type).toBe("success");
});

test("forgot answers the same for known, unknown and suspended, and writes to the active only", async () => {
  const [active, suspended] = [
    await staffWithPassword(portal),
    await staffWithPassword(portal, { status: "Suspended" }),
  ];
  const addresses = ["nobody.forgets.here@example.com", suspended.emailaddress, active.emailaddress];
  const replies: unknown[] = [];
  for (const emailaddress of addresses) {
    const { status, body } = await put("forgot", { emailaddress });
    replies.push({ status, body });
  }
  for (const reply of replies) expect(reply).toEqual(replies[0]);
  expect(await portal.letters(active.emailaddress, 1)).toHaveLength(1);
  const others = await Promise.all(addresses.slice(0, 2).map((address) => portal.letters(address, 0)));
  expect(others).toEqual([[], []]);
  await put("forgot", { emailaddress: active.emailaddress });
  await put("forgot", { emailaddress: active.emailaddress });
  expect((await put("forgot", { emailaddress: active.emailaddress })).status).toBe(429);
});

test("a link stops after its time, and when its owner is suspended", async () => {
  const [late, gone] = [await staffWithPassword(portal), await staffWithPassword(portal)];
  const [lateLink, goneLink] = [await linkFor(late.emailaddress), await linkFor(gone.emailaddress)];
  await sql`update portal.staff_password_link set "endsAt" = now() where staff = ${late._id}`.execute(portal.db);
  await portal.db.updateTable("staff").set({ status: "Suspended" }).where("_id", "=", gone._id).execute();
  for (const id of [lateLink, goneLink, "x", "A".repeat(22)]) {
    expect((await put("reset", { id, password: NEW })).body).toMatchObject({ type: "error" });
  }
});

test("a password that others would try first is refused and the link stays good", async () => {
  const member = await staffWithPassword(portal);
  const id = await linkFor(member.emailaddress);
  expect((await put("reset", { id, password: "password1" })).status).toBe(500);
  const own = await put("reset", { id, password: "haUwa sani" });
  expect([own.status, Object.keys(own.body.errors)]).toEqual([200, ["password"]]);
  expect((await put("reset", { id, password: NEW })).body.type).toBe("success");
});

test("a new password lifts the wait that others' guesses brought", async () => {
  const member = await staffWithPassword(portal);
  for (let n = 0; n < 10; n += 1) await signInAsStaff(portal, { ...member, password: `wrong-guess-${n}` });
  expect((await signInAsStaff(portal, member)).status).toBe(429);
  await put("reset", { id: await linkFor(member.emailaddress), password: NEW });
  expect((await signInAsStaff(portal, { ...member, password: NEW })).body.type).toBe("success");
});

test("who is signed in changes the password by the current one; other sessions end, and a mail tells", async () => {
  const member = await staffWithPassword(portal);
  const other = await signInStaff(portal, member._id);
  const change = (password: string, newpassword: string) =>
    member.put("/staff/ms_staff/password", { password, newpassword });
  const wrong = await change("not-the-password", NEW);
  expect(wrong.body).toMatchObject({
    type: "error",
    code: "password-wrong",
    message: expect.stringContaining("current password is not right"),
  });
  expect((await change(STAFF_PASSWORD, "Hauwa.Sani")).body.errors).toHaveProperty("newpassword");
  expect((await change(STAFF_PASSWORD, "short")).body).toMatchObject({
    code: "form-invalid",
    errors: { newpassword: "Minimum of 8 characters expected" },
  });
  expect((await change(STAFF_PASSWORD, NEW)).body.type).toBe("success");
  expect([await isIn(member), await isIn(other)]).toEqual([true, false]);
  expect((await signInAsStaff(portal, { ...member, password: NEW })).body.type).toBe("success");
  expect(await portal.letters(member.emailaddress, 1, /was set/)).toHaveLength(1);
});

test("wrong current passwords are counted with the wrong sign-ins", async () => {
  const member = await staffWithPassword(portal);
  const guess = (n: number) =>
    member.put("/staff/ms_staff/password", { password: `wrong-guess-${n}`, newpassword: NEW });
  for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(200);
  expect((await guess(10)).status).toBe(429);
  expect((await signInAsStaff(portal, member)).status).toBe(429);
});

test("an account that is opened gets an invitation; one that is closed loses sessions and links at once", async () => {
  const member = await staffMember(portal);
  await portal.db.deleteFrom("staff_account").where("staff", "=", member._id).execute();
  const inTransaction = (deed: typeof openAccount) => portal.db.transaction().execute((trx) => deed(trx, member._id));
  await inTransaction(openAccount);
  const id = await passwordLinkOf(portal, member.emailaddress);
  const rows = await portal.db
    .selectFrom("staff_password_link")
    .select(sql<number>`round(extract(epoch from "endsAt" - now()) / 86400)::int`.as("days"))
    .where("staff", "=", member._id)
    .execute();
  expect(rows).toEqual([{ days: 7 }]);
  const again = await signInStaff(portal, member._id);
  await inTransaction(closeAccount);
  expect(await isIn(again)).toBe(false);
  expect((await put("reset", { id, password: NEW })).body.type).toBe("error");
  await inTransaction(openAccount);
  const second = await passwordLinkOf(portal, member.emailaddress, 2);
  expect((await put("reset", { id: second, password: NEW })).body.type).toBe("success");
  await inTransaction(openAccount);
  expect((await signInAsStaff(portal, { ...member, password: NEW })).body.type).toBe("success");
  const subjects = (await portal.letters(member.emailaddress, 3)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith("Your account"))).toHaveLength(2);
});
