import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { type IdentityProvider, startIdentityProvider } from "../../../../testing/identity-provider.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { secondPortal } from "../../../../testing/second-portal.ts";
import { insist, newRegistration, verifiedAccount } from "../../../../testing/visitor.ts";
import { withoutConstraint } from "../../../../testing/without-guard.ts";
import { forgetUsedNonces } from "./provider.job.server.ts";
import { nonceOf } from "./provider.nonce.server.ts";

let provider: IdentityProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startIdentityProvider();
  portal = await startPortal(inject("place"), provider.environment);
});
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

const now = () => Math.floor(Date.now() / 1000);

/** A token that the provider has just made, for a nonce. */
const tokenFor = (email: string, nonce: string) =>
  provider.sign({ email, email_verified: true, nonce, iat: now(), exp: now() + 600 });

const nonceAt = async (place: { url: string }) => (await caller(place).get("/ms_applicant/loginauth")).body.nonce;

const enter = (place: { url: string }, token: string) =>
  insist(() => caller(place).put("/ms_applicant/loginauth", { token }));

const isIn = ({ body }: { body: { verify?: boolean } }) => body.verify === true;

test("a nonce is used once, whatever came of its first use", async () => {
  const verified = await verifiedAccount(portal);
  const unknown = newRegistration();
  for (const { emailaddress } of [verified, unknown]) {
    const token = await tokenFor(emailaddress, await nonceAt(portal));
    await enter(portal, token);
    const { body } = await enter(portal, token);
    expect(body).toEqual({ type: "error", code: "sign-in-too-old", message: expect.stringContaining("used already") });
  }
});

test("a nonce is used once, though another token is made for it", async () => {
  const person = await verifiedAccount(portal);
  const nonce = await nonceAt(portal);
  expect(isIn(await enter(portal, await tokenFor(person.emailaddress, nonce)))).toBe(true);
  const other = await provider.sign({
    email: person.emailaddress,
    email_verified: true,
    nonce,
    iat: now(),
    exp: now() + 9,
  });
  expect(isIn(await enter(portal, other))).toBe(false);
});

test("a nonce serves for ten minutes", async () => {
  const person = await verifiedAccount(portal);
  const aged = (seconds: number) => tokenFor(person.emailaddress, nonceOf(portal.config, now() - seconds));
  expect(isIn(await enter(portal, await aged(590)))).toBe(true);
  const { body } = await enter(portal, await aged(601));
  expect(body).toEqual({
    type: "error",
    code: "sign-in-too-old",
    message: expect.stringContaining("older than ten minutes"),
  });
});

test("a nonce of anybody else's making is refused", async () => {
  const person = await verifiedAccount(portal);
  const own = await nonceAt(portal);
  const foreign = nonceOf({ ...portal.config, secret: "another portal's secret" }, now());
  const turned = Buffer.from(own, "base64url");
  turned.writeUInt32BE(now() + 86_400);
  for (const nonce of [foreign, turned.toString("base64url"), own.slice(0, -4), "x", "A".repeat(70), `${own}AAAA`]) {
    expect(isIn(await enter(portal, await tokenFor(person.emailaddress, nonce)))).toBe(false);
  }
});

/** How many of twenty get in who send one token to two processes at once. */
async function twentyWithOneToken(on: TestPortal): Promise<number> {
  const person = await verifiedAccount(on);
  const second = await secondPortal(on, inject("place"));
  try {
    const token = await tokenFor(person.emailaddress, await nonceAt(second));
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => enter(n % 2 ? on : second, token)));
    return replies.filter(isIn).length;
  } finally {
    await second.stop();
  }
}

test("of twenty who send one token to two processes at once, one gets in", async () => {
  expect(await twentyWithOneToken(portal)).toBe(1);
});

test("all twenty get in when used nonces are not unique: the constraint is the guard", async () => {
  const broken = await startPortal(inject("place"), provider.environment);
  try {
    await withoutConstraint(broken, "used_nonce", "used_nonce_once");
    expect(await twentyWithOneToken(broken)).toBe(20);
  } finally {
    await broken.stop();
  }
});

test("the night forgets nonces that are too old to be used, and no others", async () => {
  await portal.db
    .insertInto("used_nonce")
    .values({ nonce: Buffer.from("old"), endsAt: new Date(Date.now() - 1_000).toISOString() })
    .execute();
  const before = await portal.db.selectFrom("used_nonce").select("nonce").execute();
  await forgetUsedNonces.run(portal.app);
  const after = await portal.db.selectFrom("used_nonce").select("nonce").execute();
  expect(before.length - after.length).toBeGreaterThanOrEqual(1);
  expect(after.length).toBeGreaterThan(0);
  expect(after.map(({ nonce }) => nonce.toString())).not.toContain("old");
});
