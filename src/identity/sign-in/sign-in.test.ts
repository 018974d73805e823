import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  deviceCookie,
  insist,
  newRegistration,
  type Registration,
  signIn,
  verifiedAccount,
} from "../../../testing/visitor.ts";
import { withoutApplicantLock } from "../../../testing/without-guard.ts";
import { MOST_STRANGERS } from "../credential/credential.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { PASSWORD_HASH: "strong" });
});
afterAll(() => portal.stop());

test("a verified account gets a token that works, an unverified one gets none", async () => {
  const person = await verifiedAccount(portal);
  const { status, body } = await signIn(portal, { ...person, emailaddress: person.emailaddress.toUpperCase() });
  expect(status).toBe(200);
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    user: expect.objectContaining({ firstname: "Ngozi", lastname: "Okafor", middlename: null }),
    verify: true,
    message: "Your login is successful",
  });
  expect((await caller(portal, body.token).get("/ms_applicant/permit")).body).toEqual({ permit: true });
  const unverified = newRegistration();
  await caller(portal).post("/ms_applicant", unverified);
  expect((await signIn(portal, unverified)).body).toEqual({
    verify: false,
    message: "Your login is successful, but your account is not verified",
  });
});

test("too short and too long passwords are refused in the specification's words, without a point", async () => {
  const person = await verifiedAccount(portal);
  for (const [password, sentence] of [
    ["1234567", "Minimum of 8 characters expected"],
    ["x".repeat(33), "Maximum of 32 characters expected"],
    ["x".repeat(129), "Maximum of 32 characters expected"],
  ] as const) {
    const { status, body } = await signIn(portal, { ...person, password });
    expect([status, body.errors]).toEqual([500, { password: sentence }]);
  }
  const count = await portal.db
    .selectFrom("limits")
    .select("key")
    .where("key", "like", "sign-in-account%")
    .where("points", ">", 0)
    .execute();
  expect(count).toEqual([]);
  for (const empty of [{ emailaddress: "", password: "" }, {}]) {
    expect((await caller(portal).post("/ms_applicant/login", empty)).body.errors).toEqual({
      emailaddress: "Valid email address is required",
      password: "Password is required",
    });
  }
  expect((await caller(portal).post("/ms_applicant/login", `{"password":"${"x".repeat(10_000_000)}"}`)).status).toBe(
    413,
  );
});

test("a password is neither trimmed nor folded", async () => {
  const person = await verifiedAccount(portal, { password: "Mango-Tree-42 " });
  expect((await signIn(portal, person)).body.verify).toBe(true);
  for (const password of ["Mango-Tree-42", "mango-tree-42 "]) {
    expect((await signIn(portal, { ...person, password })).body.type).toBe("error");
  }
});

test("wrong passwords and unknown addresses answer the same, and both hear 429 after ten", async () => {
  const person = await verifiedAccount(portal);
  const ask = async (emailaddress: string) => {
    const guess = () => signIn(portal, { emailaddress, password: "not-the-password" });
    const { status, body, headers } = await insist(guess);
    return { status, body, names: [...headers.keys()].sort() };
  };
  for (let turn = 1; turn <= 12; turn += 1) {
    const [known, unknown] = [await ask(person.emailaddress), await ask("unknown.person@example.com")];
    expect(known).toEqual(unknown);
    expect([turn, known.status]).toEqual([turn, turn <= 10 ? 200 : 429]);
    expect(known.names.includes("retry-after")).toBe(turn > 10);
  }
  expect((await insist(() => signIn(portal, person))).status).toBe(429);
});

async function sixtyGuesses(on: TestPortal) {
  const person = await verifiedAccount(on);
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, n) => insist(() => signIn(on, { ...person, password: `a-wrong-guess-${n}` }))),
  );
  return replies.map(({ status }) => status);
}

test("of sixty parallel guesses ten are tried", async () => {
  const statuses = await sixtyGuesses(portal);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
});

test("all sixty are tried when the database forgets the count: the count is the guard", async () => {
  const broken = await startPortal(inject("place"));
  try {
    await sql`create function portal.forget_points() returns trigger language plpgsql as
      'begin new.points := 1; return new; end'`.execute(broken.db);
    await sql`create trigger forget_points before update on portal.limits
      for each row execute function portal.forget_points()`.execute(broken.db);
    expect(await sixtyGuesses(broken)).toEqual(Array(60).fill(200));
  } finally {
    await broken.stop();
  }
});

test("twenty-five right passwords at once all sign in, and cost no points", async () => {
  const person = await verifiedAccount(portal);
  const replies = await Promise.all(Array.from({ length: 25 }, () => insist(() => signIn(portal, person))));
  expect(replies.map(({ body }) => body.verify)).toEqual(Array(25).fill(true));
  for (let n = 0; n < 9; n += 1) await signIn(portal, { ...person, password: "a-wrong-guess" });
  expect((await signIn(portal, person)).body.verify).toBe(true);
});

test("a device that has signed in before gets in while others guess, and has ten wrong tries of its own", async () => {
  const person = await verifiedAccount(portal);
  const device = deviceCookie(await signIn(portal, person));
  expect(device).toMatch(/^device=[\w-]{43}$/);
  for (let n = 0; n < 12; n += 1) await signIn(portal, { ...person, password: "a-wrong-guess" });
  expect((await signIn(portal, person)).status).toBe(429);
  expect((await signIn(portal, person, device)).body.verify).toBe(true);
  expect((await signIn(portal, person, `device=${"A".repeat(43)}`)).status).toBe(429);
  const other = await verifiedAccount(portal);
  const foreign = deviceCookie(await signIn(portal, other));
  expect((await signIn(portal, person, foreign)).status).toBe(429);
  for (let n = 1; n <= 11; n += 1) {
    const { status } = await signIn(portal, { ...person, password: "a-wrong-guess" }, device);
    expect([n, status]).toEqual([n, n <= 10 ? 200 : 429]);
  }
});

test("the device's cookie is out of scripts' reach, lasts, and serves several accounts", async () => {
  const [one, two] = [await verifiedAccount(portal), await verifiedAccount(portal)];
  const first = await signIn(portal, one);
  expect(first.headers.get("set-cookie")).toMatch(
    /; Path=\/api\/ms_applicant; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  );
  const again = await signIn(portal, two, deviceCookie(first));
  expect(again.headers.get("set-cookie")).toBeNull();
  const planted = await signIn(portal, two, `device=${"B".repeat(43)}`);
  expect(deviceCookie(planted)).not.toBe(`device=${"B".repeat(43)}`);
  const stored = await portal.db.selectFrom("known_device").select("device").execute();
  const raw = Buffer.from(deviceCookie(first).slice("device=".length));
  expect(stored.some(({ device }) => device.equals(raw))).toBe(false);
});

test("sixty different applicants sign in from one internet address", async () => {
  const people = Array.from({ length: 60 }, newRegistration);
  await Promise.all(people.map((person) => insist(() => caller(portal).post("/ms_applicant", person))));
  await portal.db.updateTable("applicant").set({ verifiedAt: new Date().toISOString() }).execute();
  const replies = await Promise.all(people.map((person) => insist(() => signIn(portal, person))));
  expect(replies.map(({ body }) => body.verify)).toEqual(Array(60).fill(true));
}, 60_000);

test("one internet address is refused after three hundred wrong tries, but not a device known to the account", async () => {
  const own = await startPortal(inject("place"));
  try {
    const person = await verifiedAccount(own);
    const device = deviceCookie(await signIn(own, person));
    const spray = (n: number) =>
      insist(() => signIn(own, { emailaddress: `spray${n}@example.com`, password: "one-password" }));
    for (let n = 0; n < 300; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, at) => spray(n + at)));
    }
    expect((await spray(301)).status).toBe(429);
    expect((await signIn(own, person)).status).toBe(429);
    expect((await signIn(own, person, device)).body.verify).toBe(true);
  } finally {
    await own.stop();
  }
}, 60_000);

test("a sign-in has an audit row and leaves no token and no password in the database", async () => {
  const person = await verifiedAccount(portal);
  const { body } = await caller(portal).post(
    "/ms_applicant/login",
    { emailaddress: person.emailaddress, password: person.password },
    { "idempotency-key": "sign-in" },
  );
  const rows = await portal.db.selectFrom("audit").selectAll().where("actor", "=", body.user._id).execute();
  expect(rows.map(({ deed }) => deed)).toEqual(["session.open"]);
  const kept = [
    await portal.db.selectFrom("audit").selectAll().execute(),
    await portal.db.selectFrom("idempotency").selectAll().execute(),
    await portal.db.selectFrom("sign_in").selectAll().execute(),
  ];
  expect(JSON.stringify(kept)).not.toContain(body.token);
  expect(JSON.stringify(kept)).not.toContain(person.password);
});

test("who has signed in from a device gets in while strangers keep the hashing busy", async () => {
  const flooded = await startPortal(inject("place"), { PASSWORD_HASH: "strong" });
  const person = await verifiedAccount(flooded);
  const device = deviceCookie(await signIn(flooded, person));
  const strangers = Array.from({ length: 150 }, (_, n) =>
    signIn(flooded, { emailaddress: `stranger${n}@example.com`, password: "a wrong password" }),
  );
  const [known, ...turnedAway] = await Promise.all([signIn(flooded, person, device), ...strangers]);
  await flooded.stop();
  expect(turnedAway.find(({ status }) => status === 503)?.body).toMatchObject({ code: "portal-busy" });
  expect([known?.status, known?.body.verify]).toEqual([200, true]);
});

test("while many strangers are on their way, more are turned away before the database is asked", async () => {
  const holding = await portal.app.portal.pool.connect();
  await holding.query("begin; lock table portal.limits in access exclusive mode");
  const statuses: number[] = [];
  const strangers = Array.from({ length: MOST_STRANGERS + 5 }, async (_, n) => {
    const { status } = await signIn(portal, { emailaddress: `late${n}@example.com`, password: "whatever" });
    statuses.push(status);
  });
  try {
    await expect.poll(() => statuses).toEqual([503, 503, 503, 503, 503]);
  } finally {
    await holding.query("rollback");
    holding.release();
  }
  await Promise.all(strangers);
  expect(statuses.filter((status) => status === 200)).not.toEqual([]);
});

/** The reply of a right password that was replaced by another between the look at it and the sign-in. */
async function signInWhilePasswordChanges(on: TestPortal, person: Registration, table = "applicant") {
  const changing = await on.app.portal.pool.connect();
  await changing.query("begin");
  const change = `update portal.${table} set password = 'another' where emailaddress = $1`;
  await changing.query(change, [person.emailaddress]);
  const signingIn = signIn(on, person);
  await setTimeout(500);
  await changing.query("commit");
  changing.release();
  return (await signingIn).body;
}

test("a password that is replaced while it is looked at opens nothing", async () => {
  expect(await signInWhilePasswordChanges(portal, await verifiedAccount(portal))).toMatchObject({ type: "error" });
});

test("it opens a sign-in when the account's row is not locked: the lock is the guard", async () => {
  const broken = await startPortal(inject("place"));
  try {
    const person = await verifiedAccount(broken);
    await withoutApplicantLock(broken);
    expect(await signInWhilePasswordChanges(broken, person, "applicant_rows")).toMatchObject({ verify: true });
  } finally {
    await broken.stop();
  }
});

test("the twenty devices that were seen last are known", async () => {
  const person = await verifiedAccount(portal);
  const devices: string[] = [];
  for (let n = 0; n < 21; n += 1) devices.push(deviceCookie(await signIn(portal, person)));
  for (let n = 0; n < 11; n += 1) await signIn(portal, { ...person, password: "a-wrong-guess" });
  expect((await signIn(portal, person, devices[0])).status).toBe(429);
  expect((await signIn(portal, person, devices[1])).body.verify).toBe(true);
});

/** What the portal asks the database while `work` runs, as the texts of its statements. */
async function askedDuring(on: TestPortal, work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = on.app.portal;
  const asked: string[] = [];
  const listen = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const heard = (text: string | { text: string }, ...rest: unknown[]) => {
      asked.push(typeof text === "string" ? text : text.text);
      return query(text, ...rest);
    };
    Object.assign(client, { query: heard });
    pool.once("release", () => Object.assign(client, { query }));
  };
  pool.on("acquire", listen);
  await work();
  pool.off("acquire", listen);
  return asked.filter((text) => text.includes("portal"));
}

// The rate of sign-ins is that of the hash, less what is asked besides: `npm run bench`.
test("a sign-in asks the database once before the hash and once after it", async () => {
  const person = await verifiedAccount(portal);
  const device = deviceCookie(await signIn(portal, person));
  // The portal's own rounds ask beside it: of three times, the quietest.
  const fewest = async (work: () => Promise<unknown>) => {
    const counts: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) counts.push((await askedDuring(portal, work)).length);
    return Math.min(...counts);
  };
  expect(await fewest(() => signIn(portal, person))).toBe(2);
  expect(await fewest(() => signIn(portal, person, device))).toBe(2);
  expect(await fewest(() => signIn(portal, { ...person, password: "a-wrong-guess" }))).toBe(2);
});
