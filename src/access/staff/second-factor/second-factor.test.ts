import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, signInStaff } from "../../../../testing/staff.ts";
import { codeOf, enrol, STAFF_PASSWORD, signInAsStaff, staffWithPassword } from "../../../../testing/staff-account.ts";
import { sealSecret, unsealSecret } from "./second-factor.code.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/staff/ms_second_factor";
const begin = (member: StaffMember, code?: string) =>
  member.post(`${path}/begin`, { password: STAFF_PASSWORD, ...(code && { code }) });
const me = async (member: Pick<StaffMember, "get">) => (await member.get("/staff/ms_staff/me")).body;
const collegeSays = (value: "optional" | "required") =>
  sql`insert into portal.setting (name, value) values ('secondFactor', ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(portal.db);

test("a second factor is on once a code of it was shown, and other sessions end", async () => {
  const member = await staffWithPassword(portal);
  const other = await signInStaff(portal, member._id);
  const begun = await begin(member);
  expect(begun.body).toMatchObject({ type: "success", secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
  const uri = new URL(begun.body.uri);
  expect([uri.protocol, uri.host, uri.searchParams.get("secret")]).toEqual(["otpauth:", "totp", begun.body.secret]);
  expect(decodeURIComponent(uri.pathname)).toContain(member.emailaddress);
  expect(await me(member)).toMatchObject({ secondFactor: false });
  expect((await member.post(`${path}/confirm`, { code: "000000" })).body.type).toBe("error");
  const on = await member.post(`${path}/confirm`, { code: await codeOf(begun.body.secret) });
  expect(on.body.recoverycodes).toHaveLength(8);
  for (const code of on.body.recoverycodes) expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  expect(await me(member)).toMatchObject({ secondFactor: true });
  expect((await other.get("/staff/ms_staff/me")).status).toBe(401);
  expect(await portal.letters(member.emailaddress, 1, /second factor/)).toHaveLength(1);
});

test("it begins with the right password only, and what was begun waits half an hour", async () => {
  const member = await staffWithPassword(portal);
  expect((await member.post(`${path}/begin`, { password: "not-the-password" })).body.type).toBe("error");
  expect((await member.post(`${path}/confirm`, { code: "123456" })).body).toMatchObject({
    code: "set-up-too-old",
    message: expect.stringContaining("Begin again"),
  });
  const { secret } = (await begin(member)).body;
  await sql`update portal.staff_account set "pendingAt" = now() - interval '31 minutes'
    where staff = ${member._id}`.execute(portal.db);
  const late = await member.post(`${path}/confirm`, { code: await codeOf(secret) });
  expect(late.body).toMatchObject({ code: "set-up-too-old", message: expect.stringContaining("Begin again") });
});

test("the code that turned it on does not sign in", async () => {
  const member = await staffWithPassword(portal);
  const { secret } = (await begin(member)).body;
  const code = await codeOf(secret);
  await member.post(`${path}/confirm`, { code });
  expect((await signInAsStaff(portal, { ...member, code })).body).toMatchObject({
    code: "code-used-already",
    message: expect.stringContaining("used already"),
  });
});

test("another phone takes its place by a code of the old one, or by a recovery code", async () => {
  const member = await staffWithPassword(portal);
  const old = await enrol(member);
  expect((await begin(member)).body).toMatchObject({
    type: "error",
    code: "code-required",
    message: expect.stringContaining("recovery code"),
  });
  const { secret } = (await begin(member, old.recoverycodes[0])).body;
  const code = await codeOf(secret);
  expect((await member.post(`${path}/confirm`, { code })).body.type).toBe("success");
  expect((await signInAsStaff(portal, { ...member, code: old.recoverycodes[1] ?? "" })).body.type).toBe("error");
  expect((await signInAsStaff(portal, { ...member, code: await codeOf(old.secret) })).body.type).toBe("error");
  expect((await signInAsStaff(portal, { ...member, code: await codeOf(secret, 1) })).body.type).toBe("success");
});

test("it is turned off by password and code, where the college does not ask for it", async () => {
  const member = await staffWithPassword(portal);
  const { secret } = await enrol(member);
  const off = async (password: string, code: string) => member.delete(path, { password, code });
  expect((await off("not-the-password", "000000")).body.type).toBe("error");
  expect((await off(STAFF_PASSWORD, "000000")).body.type).toBe("error");
  await collegeSays("required");
  const code = await codeOf(secret);
  expect((await off(STAFF_PASSWORD, code)).body).toMatchObject({
    code: "second-factor-required",
    message: expect.stringContaining("Your college asks"),
  });
  await collegeSays("optional");
  expect((await off(STAFF_PASSWORD, code)).body).toEqual({ type: "success", message: "Your second factor is off" });
  expect((await signInAsStaff(portal, member)).body.type).toBe("success");
  expect(await me(member)).toMatchObject({ secondFactor: false });
});

test("where the college asks for it, nothing else is open before it is on", async () => {
  const member = await staffWithPassword(portal, { pages: ["staff"] });
  await collegeSays("required");
  try {
    expect((await signInAsStaff(portal, member)).body).toMatchObject({ type: "success", mustEnrol: true });
    expect(await me(member)).toMatchObject({ mustEnrol: true });
    for (const closed of ["/staff/ms_staff_session", "/staff/ms_staff"]) {
      const { status, body } = await member.get(closed);
      expect([status, body.code, body.message]).toEqual([
        403,
        "second-factor-required",
        expect.stringContaining("second factor"),
      ]);
    }
    await enrol(member);
    expect(await me(member)).toMatchObject({ mustEnrol: false });
    expect((await member.get("/staff/ms_staff_session")).status).toBe(200);
  } finally {
    await collegeSays("optional");
  }
});

test("a sign-in whose second factor is not on yet can be ended", async () => {
  const member = await staffWithPassword(portal);
  await collegeSays("required");
  expect((await member.post("/staff/ms_staff/logout")).body.type).toBe("success");
  await collegeSays("optional");
});

test("no secret and no recovery code can be read in the database, whatever key the request brought", async () => {
  const member = await staffWithPassword(portal);
  const key = { "idempotency-key": "again-and-again" };
  const { secret } = (await member.post(`${path}/begin`, { password: STAFF_PASSWORD }, key)).body;
  const code = await codeOf(secret);
  const { recoverycodes } = (await member.post(`${path}/confirm`, { code }, key)).body;
  const kept = JSON.stringify([
    await portal.db.selectFrom("audit").selectAll().execute(),
    await portal.db.selectFrom("idempotency").selectAll().execute(),
    await portal.db.selectFrom("staff_account").selectAll().execute(),
    await portal.db.selectFrom("staff_recovery_code").selectAll().execute(),
    await portal.db.selectFrom("outgoing_mail").selectAll().execute(),
  ]);
  for (const hidden of [secret, ...recoverycodes]) expect(kept).not.toContain(hidden);
});

test("a sealed secret opens for its owner alone, under the secret that sealed it, and unchanged", () => {
  const secret = Buffer.from("twenty secret bytes!");
  const [here, elsewhere] = [{ secret: "a".repeat(32) }, { secret: "b".repeat(32) }];
  const sealed = sealSecret(here, "one", secret);
  expect(unsealSecret(here, "one", sealed)).toEqual(secret);
  expect(sealSecret(here, "one", secret)).not.toEqual(sealed);
  const bent = Buffer.from(sealed);
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
  expect([
    unsealSecret(here, "two", sealed),
    unsealSecret(elsewhere, "one", sealed),
    unsealSecret(here, "one", bent),
  ]).toEqual([null, null, null]);
});
