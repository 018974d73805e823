import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, callerWith, type Reply } from "../../../../testing/applicant.ts";
import { type IdentityProvider, startIdentityProvider } from "../../../../testing/identity-provider.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { ownOrigin } from "../../../../testing/staff.ts";
import { codeOf, enrol, signInAsStaff, staffWithPassword } from "../../../../testing/staff-account.ts";

const path = "/staff/ms_staff/loginauth";

let portal: TestPortal;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
  portal = await startPortal(inject("place"), { ...provider.staffEnvironment, STAFF_OIDC_SECOND_FACTOR: "mfa" });
});
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

const door = () => `${portal.url}/staff/signing-in?state=${"s".repeat(22)}`;

/** A token as the provider would sign it for whoever came by the portal's door. */
async function tokenFor(email: string, claims: object = {}): Promise<string> {
  const { headers } = await fetch(door(), { redirect: "manual" });
  const nonce = new URL(headers.get("location") ?? "").searchParams.get("nonce");
  const iat = Math.floor(Date.now() / 1000);
  return provider.sign({ email, email_verified: true, nonce, iat, exp: iat + 300, ...claims });
}
const enter = (token: string, code?: string): Promise<Reply> =>
  callerWith(portal, { origin: ownOrigin(portal) }).put(path, { token, ...(code && { code }) });
const opensConsole = async (reply: Reply) => {
  const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
  return (await callerWith(portal, { cookie }).get("/staff/ms_staff/me")).status === 200;
};

test("a member of staff walks through the provider's own pages into the console, by a cookie", async () => {
  const member = await staffWithPassword(portal);
  provider.people.set("hauwa", { email: member.emailaddress.toUpperCase(), email_verified: true });
  expect((await caller(portal).get(path)).body).toEqual({ issuer: provider.url });
  const reply = await enter(await provider.tokenOf(door(), "hauwa"));
  expect([reply.status, reply.body]).toEqual([
    200,
    { type: "success", message: "Your login is successful", firstname: "Hauwa", mustEnrol: false },
  ]);
  expect(reply.headers.get("set-cookie")).toMatch(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(await opensConsole(reply)).toBe(true);
  const note = await portal.db
    .selectFrom("audit")
    .select("after")
    .where("subject", "=", `staff:${member._id}`)
    .where("deed", "=", "staff-session.open")
    .executeTakeFirst();
  expect(note?.after).toEqual({ by: provider.url, vouched: false });
});

test("who is no member of staff, whose address is not confirmed, and who is not active stay out, and nobody is added", async () => {
  const member = await staffWithPassword(portal);
  const before = await portal.db
    .selectFrom("staff")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirst();
  const code = async (token: Promise<string>) => (await enter(await token)).body.code;
  expect(await code(tokenFor("nobody.works.here@example.com"))).toBe("staff-unknown");
  expect(await code(tokenFor(member.emailaddress, { email_verified: false }))).toBe("address-not-confirmed");
  expect(await code(tokenFor(member.emailaddress, { email_verified: "true" }))).toBe("address-not-confirmed");
  expect(await code(tokenFor(member.emailaddress, { aud: "another" }))).toBe("token-not-confirmed");
  expect(await code(tokenFor(member.emailaddress, { iss: "https://accounts.google.com" }))).toBe("token-not-confirmed");
  expect(await code(tokenFor(member.emailaddress, { nonce: "made-up" }))).toBe("sign-in-too-old");
  await portal.db.updateTable("staff").set({ status: "Suspended" }).where("_id", "=", member._id).execute();
  expect(await code(tokenFor(member.emailaddress))).toBe("staff-not-active");
  const after = await portal.db
    .selectFrom("staff")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirst();
  expect(after).toEqual(before);
});

test("a token opens one session, whoever sends it twice at one moment", async () => {
  const member = await staffWithPassword(portal);
  const token = await tokenFor(member.emailaddress);
  const replies = await Promise.all([1, 2, 3, 4].map(() => enter(token)));
  expect(replies.map(({ body }) => body.code ?? body.type).sort()).toEqual([
    ...["sign-in-too-old", "sign-in-too-old", "sign-in-too-old", "success"],
  ]);
});

test("the second factor is asked for as after a password, and not where the provider has asked for one that the college accepts", async () => {
  const member = await staffWithPassword(portal);
  const { secret } = await enrol(member);
  const token = await tokenFor(member.emailaddress);
  expect((await enter(token)).body).toMatchObject({ code: "second-factor-asked", next: "code" });
  expect((await enter(token, "000000")).body.code).toBe("code-wrong");
  const right = await enter(token, await codeOf(secret));
  expect(right.body.type).toBe("success");
  expect(await opensConsole(right)).toBe(true);
  expect((await enter(await tokenFor(member.emailaddress, { amr: ["pwd", "otp"] }))).body.code).toBe(
    "second-factor-asked",
  );
  expect((await enter(await tokenFor(member.emailaddress, { amr: ["pwd", "mfa"] }))).body.type).toBe("success");
});

test("another site cannot sign anybody in, and a portal without a provider offers nothing", async () => {
  const member = await staffWithPassword(portal);
  const foreign = callerWith(portal, { origin: "https://evil.example.com" });
  expect((await foreign.put(path, { token: await tokenFor(member.emailaddress) })).status).toBe(403);
  const bare = await startPortal(inject("place"));
  try {
    expect((await caller(bare).get(path)).body).toEqual({});
    expect((await caller(bare).put(path, { token: "x" })).body.code).toBe("sign-in-not-offered");
    const other = await staffWithPassword(bare);
    expect((await signInAsStaff(bare, other)).body.type).toBe("success");
  } finally {
    await bare.stop();
  }
});
