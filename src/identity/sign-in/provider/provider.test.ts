import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { sumOfRows } from "../../../../testing/database.ts";
import { type IdentityProvider, startIdentityProvider } from "../../../../testing/identity-provider.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { deviceCookie, newRegistration, signIn, verifiedAccount } from "../../../../testing/visitor.ts";
import { hashToken } from "../../session/session.server.ts";

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

const STATE = "a-state-of-128-bits-or-more";
const door = () => `${portal.url}/signing-in?state=${STATE}`;
const enter = (token: string, more: object = {}, headers: Record<string, string> = {}) =>
  caller(portal).put("/ms_applicant/loginauth", { token, ...more }, headers);

/** A token for the person of an address, who walks through the provider's own pages. */
function tokenOf(email: string, claims: object = { email_verified: true }) {
  provider.people.set(email, { email, ...claims });
  return provider.tokenOf(door(), email);
}

const deedsOf = async (_id: string) =>
  (
    await portal.db.selectFrom("audit").select("deed").where("subject", "=", `applicant:${_id}`).orderBy("at").execute()
  ).map(({ deed }) => deed);

const permitted = async (token: string) => (await caller(portal, token).get("/ms_applicant/permit")).status === 200;

test("without a provider there is nothing to offer, and a token is refused with a sentence", async () => {
  const plain = await startPortal(inject("place"));
  try {
    const visitor = caller(plain);
    expect((await visitor.get("/ms_applicant/loginauth")).body).toEqual({});
    const { status, body } = await visitor.put("/ms_applicant/loginauth", { token: "eyJhbGciOiJub25lIn0.e30." });
    expect([status, body.type]).toEqual([200, "error"]);
    expect(body).toMatchObject({
      code: "sign-in-not-offered",
      message: expect.stringContaining("Sign in with your email address and password"),
    });
    const empty = await visitor.put("/ms_applicant/loginauth", {});
    expect([empty.status, empty.body.code, empty.body.errors]).toEqual([
      500,
      "form-invalid",
      { token: "Token is required" },
    ]);
    const away = await fetch(`${plain.url}/signing-in?state=${STATE}`, { redirect: "manual" });
    expect(away.headers.get("location")).toBe("/");
  } finally {
    await plain.stop();
  }
});

describe("the way to the provider", () => {
  test("its name, ours and a nonce are told to everybody, and nothing is stored for it", async () => {
    const before = await sumOfRows(portal.db);
    const ask = async () => (await caller(portal).get("/ms_applicant/loginauth")).body;
    const [one, two] = [await ask(), await ask()];
    expect(one).toEqual({
      issuer: provider.url,
      clientId: provider.environment.OIDC_CLIENT_ID,
      nonce: expect.stringMatching(/^[\w-]{60,}$/),
    });
    expect(two.nonce).not.toBe(one.nonce);
    expect(await sumOfRows(portal.db)).toEqual(before);
  });

  test("leads to its own door, for a token behind the # of our page", async () => {
    const response = await fetch(door(), { redirect: "manual" });
    const to = new URL(response.headers.get("location") ?? "");
    expect([response.status, to.origin, to.pathname]).toEqual([302, provider.url, "/auth"]);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: provider.environment.OIDC_CLIENT_ID,
      redirect_uri: `${portal.config.publicUrl}/signed-in`,
      response_type: "id_token",
      response_mode: "fragment",
      scope: "openid email profile",
      state: STATE,
      nonce: expect.stringMatching(/^[\w-]{60,}$/),
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test.each(["", "?state=", "?state=short", "?state=%0d%0aset-cookie:x", `?state=${STATE}&state=${STATE}`])(
    "leads home without a state that a browser made: %s",
    async (query) => {
      const response = await fetch(`${portal.url}/signing-in${query}`, { redirect: "manual" });
      expect([response.status, response.headers.get("location")]).toEqual([302, "/"]);
    },
  );
});

describe("a verified account", () => {
  test("is entered by a token for its address, in whatever case, and its browser is known from then on", async () => {
    const person = await verifiedAccount(portal);
    const { status, body, headers } = await enter(await tokenOf(person.emailaddress.toUpperCase()));
    expect([status, body]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: expect.objectContaining({ firstname: person.firstname, emailaddress: person.emailaddress }),
        verify: true,
        message: "Your login was successful",
      },
    ]);
    expect(await permitted(body.token)).toBe(true);
    expect((await deedsOf(body.user._id)).slice(-2).sort()).toEqual(["identity-sign-in.use", "session.open"]);
    for (let n = 0; n < 11; n += 1) await signIn(portal, { ...person, password: "a-wrong-guess" });
    const known = await signIn(portal, person, (headers.get("set-cookie") ?? "").split(";")[0]);
    expect(known.body.verify).toBe(true);
  });

  test("keeps its password and its other sign-ins", async () => {
    const person = await verifiedAccount(portal);
    const before = (await signIn(portal, person)).body.token;
    await enter(await tokenOf(person.emailaddress));
    expect(await permitted(before)).toBe(true);
    expect((await signIn(portal, person)).body.verify).toBe(true);
  });

  test("is entered for 20 idle minutes on a shared device, which is not remembered", async () => {
    const person = await verifiedAccount(portal);
    const { body, headers } = await enter(await tokenOf(person.emailaddress), { shared: true });
    expect(headers.get("set-cookie")).toBeNull();
    const rows = await portal.db
      .selectFrom("sign_in")
      .select(["shared", sql<string>`idle::text`.as("idle")])
      .where("applicant", "=", body.user._id)
      .execute();
    expect(rows).toEqual([{ shared: true, idle: "00:20:00" }]);
  });

  test("takes a device's name that is one of ours, and no planted one", async () => {
    const person = await verifiedAccount(portal);
    const own = deviceCookie(await signIn(portal, person));
    const again = await enter(await tokenOf(person.emailaddress), {}, { cookie: own });
    expect(again.headers.get("set-cookie")).toBeNull();
    const planted = await enter(await tokenOf(person.emailaddress), {}, { cookie: `device=${"B".repeat(43)}` });
    expect(deviceCookie(planted)).toMatch(/^device=(?!B{43})/);
  });

  test.each([
    ["says no", { email_verified: false }],
    ["says it in a text", { email_verified: "true" }],
    ["says nothing", {}],
  ])("is not entered when the provider %s to whether the address is confirmed", async (_says, claims) => {
    const person = await verifiedAccount(portal);
    const { status, body } = await enter(await tokenOf(person.emailaddress, claims));
    expect([status, body]).toEqual([
      200,
      { type: "error", code: "address-not-confirmed", message: expect.stringContaining("does not confirm") },
    ]);
    expect(body.message).toContain("password");
  });
});

describe("an account that was never verified", () => {
  test("is verified by the token; its password and sign-ins are dropped, and a new password comes by mail", async () => {
    const stranger = newRegistration();
    await caller(portal).post("/ms_applicant", stranger);
    const { _id } = await portal.db
      .selectFrom("applicant")
      .select("_id")
      .where("emailaddress", "=", stranger.emailaddress)
      .executeTakeFirstOrThrow();
    const held = "S".repeat(43);
    await portal.db
      .insertInto("sign_in")
      .values({ token: hashToken(held), applicant: _id, endsAt: "2099-01-01T00:00:00Z", idle: "2 hours" })
      .execute();
    await portal.db
      .insertInto("known_device")
      .values({ device: hashToken("D".repeat(43)), applicant: _id })
      .execute();

    const { body } = await enter(await tokenOf(stranger.emailaddress));
    expect([body.verify, body.user._id]).toEqual([true, _id]);
    expect([await permitted(body.token), await permitted(held)]).toEqual([true, false]);
    const devices = portal.db.selectFrom("known_device").select("device").where("applicant", "=", _id);
    expect(await devices.execute()).toHaveLength(1);
    expect((await signIn(portal, stranger)).body.type).toBe("error");
    expect((await deedsOf(_id)).slice(-2).sort()).toEqual(["identity-sign-in.verify", "session.open"]);

    await caller(portal).put("/ms_applicant/forgot", { emailaddress: stranger.emailaddress });
    const letter = (await portal.letters(stranger.emailaddress, 2)).at(-1);
    const [, id] = /\/reset\/([\w-]+)/.exec(letter?.text ?? "") ?? [];
    await caller(portal).put("/ms_applicant/reset", { id, password: "Pawpaw-Leaf-77" });
    expect((await signIn(portal, { ...stranger, password: "Pawpaw-Leaf-77" })).body.verify).toBe(true);
  });

  test("stays as it is when the provider does not confirm the address", async () => {
    const stranger = newRegistration();
    await caller(portal).post("/ms_applicant", stranger);
    const { body } = await enter(await tokenOf(stranger.emailaddress, { email_verified: false }));
    expect(body.type).toBe("error");
    expect((await signIn(portal, stranger)).body.verify).toBe(false);
  });
});

describe("an address without an account", () => {
  test("goes on to registration with what the provider knows", async () => {
    const token = await tokenOf("new.person@example.com", { given_name: "Aïsha", family_name: "Bello" });
    expect((await enter(token)).body).toEqual({
      type: "error",
      code: "account-unknown",
      message: "No account has the email address new.person@example.com yet. Add what is missing to create one",
      next: "register",
      firstname: "Aïsha",
      lastname: "Bello",
      emailaddress: "new.person@example.com",
    });
  });

  test.each([
    [{ name: "Aisha Ngozi Bello" }, "Aisha", "Bello"],
    [{ name: "Aisha" }, "Aisha", ""],
    [{ given_name: "<script>", family_name: "x".repeat(200) }, "", ""],
    [{ given_name: "Visit evil.com now", family_name: "" }, "", ""],
    [{}, "", ""],
  ])("takes only what is a name from %j", async (claims, firstname, lastname) => {
    const { body } = await enter(await tokenOf("another.new@example.com", { ...claims, email_verified: true }));
    expect(body).toMatchObject({ next: "register", firstname, lastname });
  });

  test.each([{}, { email: "" }, { email: "not an address" }, { email: ["a@example.com"] }])(
    "is no address: %j",
    async (claims) => {
      provider.people.set("unnamed", claims as object);
      const { body } = await enter(await provider.tokenOf(door(), "unnamed"));
      expect(body).toEqual({
        type: "error",
        code: "address-not-given",
        message: expect.stringContaining("does not tell its email address"),
      });
    },
  );
});

test("neither token nor nonce stands in the database afterwards", async () => {
  const person = await verifiedAccount(portal);
  const token = await tokenOf(person.emailaddress);
  const { body } = await enter(token, {}, { "idempotency-key": "identity" });
  const rows = await Promise.all(
    (["audit", "idempotency", "sign_in", "used_nonce"] as const).map((table) =>
      portal.db.selectFrom(table).selectAll().execute(),
    ),
  );
  const { nonce } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  for (const secret of [token, nonce, body.token]) expect(JSON.stringify(rows)).not.toContain(secret);
});
