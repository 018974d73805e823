import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { deviceCookie, insist, type Registration, signIn, verifiedAccount } from "../../../testing/visitor.ts";
import { withoutApplicantLock } from "../../../testing/without-guard.ts";
import { forgetDeadSessions } from "./session.job.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const onShared = ({ emailaddress, password }: Registration) => ({ emailaddress, password, shared: true });

const isIn = async (token: string) => (await caller(portal, token).get("/ms_applicant/permit")).status === 200;

test("no token, a wrong one and one of another shape hear that the session has expired", async () => {
  for (const token of [null, "A".repeat(43), "x", "' or 1=1 --"]) {
    const { status, body, headers } = await caller(portal, token).get("/ms_applicant/permit");
    expect([status, body.type]).toEqual([401, "error"]);
    expect(body.message).toContain("expired");
    expect(headers.get("cache-control")).toContain("no-store");
  }
});

test("a sign-in that lapsed, also a month ago, is told from one that somebody ended", async () => {
  const [byHours, byIdleness, ended] = [
    await signedInApplicant(portal),
    await signedInApplicant(portal),
    await signedInApplicant(portal),
  ];
  const change = (owner: string, set: string) =>
    sql`update portal.sign_in set ${sql.raw(set)} where applicant = ${owner}`.execute(portal.db);
  await change(byHours._id, `"endsAt" = now() - interval '29 days'`);
  await change(byIdleness._id, `"seenAt" = now() - idle - interval '29 days'`);
  await caller(portal, ended.token).post("/ms_applicant/logout");
  await forgetDeadSessions.run(portal.app);
  const heard = async ({ token }: { readonly token: string }) => {
    const { status, body } = await caller(portal, token).get("/ms_applicant/permit");
    expect(body.message).toContain("expired");
    return [status, body.code];
  };
  expect([await heard(byHours), await heard(byIdleness), await heard(ended)]).toEqual([
    [401, "signed-out"],
    [401, "signed-out"],
    [401, "sign-in-ended"],
  ]);
});

test("sign-ins that have lapsed are not among the ten, and later ones do not end them", async () => {
  const person = await verifiedAccount(portal);
  const { token, user } = (await signIn(portal, person)).body;
  await sql`update portal.sign_in set "seenAt" = now() - idle where applicant = ${user._id}`.execute(portal.db);
  for (let n = 0; n < 11; n += 1) await signIn(portal, person);
  expect((await caller(portal, token).get("/ms_applicant/permit")).body.code).toBe("signed-out");
});

test("signing out ends the token at once and leaves the other devices", async () => {
  const person = await verifiedAccount(portal);
  const [one, two] = [(await signIn(portal, person)).body.token, (await signIn(portal, person)).body.token];
  expect((await caller(portal, one).post("/ms_applicant/logout")).body).toMatchObject({ type: "success" });
  expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
  expect((await caller(portal, one).post("/ms_applicant/logout")).status).toBe(401);
});

test("signing out needs no body", async () => {
  const { token } = await signedInApplicant(portal);
  const address = `${portal.url}/api/ms_applicant/logout`;
  const response = await fetch(address, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toEqual({ type: "success", message: "You are signed out" });
  expect(await isIn(token)).toBe(false);
});

test("the eleventh sign-in ends the oldest", async () => {
  const person = await verifiedAccount(portal);
  const tokens: string[] = [];
  for (let n = 0; n < 11; n += 1) tokens.push((await signIn(portal, person)).body.token);
  const living = await Promise.all(tokens.map(isIn));
  expect(living).toEqual([false, ...Array(10).fill(true)]);
});

/** A sign-in passes a gate once the table has kept its ten. Triggers fire in the order of their names. */
async function withGate(on: TestPortal): Promise<void> {
  await sql`create table portal.gate (passed boolean)`.execute(on.db);
  await sql`create function portal.pass_gate() returns trigger language plpgsql as
    'begin insert into portal.gate values (true); return null; end'`.execute(on.db);
  await sql`create trigger sign_in_x after insert on portal.sign_in
    for each row execute function portal.pass_gate()`.execute(on.db);
}

/**
 * Ten sign-ins are there; two more, from devices that the account knows so that their guesses are counted apart, are both
 * let in before either is kept. Answers how many of the twelve live.
 */
async function livingAfterTwoAtOnce(on: TestPortal, person: Registration): Promise<number> {
  const before: Awaited<ReturnType<typeof signIn>>[] = [];
  for (let n = 0; n < 10; n += 1) before.push(await signIn(on, person));
  const devices = before.slice(0, 2).map(deviceCookie);
  const both = () => Promise.all(devices.map((device) => insist(() => signIn(on, person, device))));
  const replies = [...before, ...(await whileTableHeld(on, "gate", 2, both))];
  const permits = await Promise.all(replies.map(({ body }) => caller(on, body.token).get("/ms_applicant/permit")));
  return permits.filter(({ status }) => status === 200).length;
}

test("two sign-ins at once leave ten, and more without the lock of the account's row", async () => {
  const on = await startPortal(inject("place"));
  try {
    await withGate(on);
    const [one, two] = [await verifiedAccount(on), await verifiedAccount(on)];
    expect(await livingAfterTwoAtOnce(on, one)).toBe(10);
    await withoutApplicantLock(on);
    expect(await livingAfterTwoAtOnce(on, two)).toBe(11);
  } finally {
    await on.stop();
  }
});

/** From fifteen devices that the account knows, so that their guesses are counted apart, twice each. */
test("thirty sign-ins at once leave ten", async () => {
  const person = await verifiedAccount(portal);
  const devices: string[] = [];
  for (let n = 0; n < 15; n += 1) devices.push(deviceCookie(await signIn(portal, person)));
  const replies = await Promise.all(
    [...devices, ...devices].map((device) => insist(() => signIn(portal, person, device))),
  );
  const living = await Promise.all(replies.map(({ body }) => isIn(body.token)));
  expect(living.filter(Boolean)).toHaveLength(10);
});

test("a sign-in ends by its hours, by idleness, and with its account", async () => {
  const [byHours, byIdleness, gone] = [
    await signedInApplicant(portal),
    await signedInApplicant(portal),
    await signedInApplicant(portal),
  ];
  const change = (owner: string, set: string) =>
    sql`update portal.sign_in set ${sql.raw(set)} where applicant = ${owner}`.execute(portal.db);
  await change(byHours._id, `"endsAt" = now()`);
  await change(byIdleness._id, `"seenAt" = now() - idle`);
  await portal.db.deleteFrom("applicant").where("_id", "=", gone._id).execute();
  expect([await isIn(byHours.token), await isIn(byIdleness.token), await isIn(gone.token)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("a call keeps an idle sign-in alive", async () => {
  const person = await signedInApplicant(portal);
  const seen = () =>
    portal.db.selectFrom("sign_in").select("seenAt").where("applicant", "=", person._id).executeTakeFirstOrThrow();
  await sql`update portal.sign_in set "seenAt" = now() - interval '119 minutes' where applicant = ${person._id}`.execute(
    portal.db,
  );
  const before = await seen();
  expect(await isIn(person.token)).toBe(true);
  expect(Date.parse((await seen()).seenAt) - Date.parse(before.seenAt)).toBeGreaterThan(118 * 60_000);
});

/** The sign-in of an account was last used so many minutes ago. */
const unseenFor = (owner: string, minutes: number) =>
  sql`update portal.sign_in set "seenAt" = now() - make_interval(mins => ${minutes})
    where applicant = ${owner}`.execute(portal.db);

test("on a shared device a sign-in ends after 20 minutes without a call, elsewhere after 120", async () => {
  const [one, two] = [await verifiedAccount(portal), await verifiedAccount(portal)];
  const { token, user } = (await caller(portal).post("/ms_applicant/login", onShared(one))).body;
  const own = (await signIn(portal, two)).body;
  await unseenFor(user._id, 19);
  await unseenFor(own.user._id, 21);
  expect([await isIn(token), await isIn(own.token)]).toEqual([true, true]);
  await unseenFor(user._id, 20);
  await unseenFor(own.user._id, 120);
  expect([await isIn(token), await isIn(own.token)]).toEqual([false, false]);
});

test("a college that lets sign-ins idle for less does so on shared devices too", async () => {
  const strict = await startPortal(inject("place"), { SESSION_IDLE_MINUTES: "5" });
  const person = await verifiedAccount(strict);
  await caller(strict).post("/ms_applicant/login", onShared(person));
  const rows = await strict.db.selectFrom("sign_in").select(sql<string>`idle::text`.as("idle")).execute();
  await strict.stop();
  expect(rows).toEqual([{ idle: "00:05:00" }]);
});

test("a shared device gets no name, is not remembered, and is told to forget everything at the end", async () => {
  const person = await verifiedAccount(portal);
  const reply = await caller(portal).post("/ms_applicant/login", onShared(person));
  expect(reply.headers.get("set-cookie")).toBeNull();
  const known = portal.db.selectFrom("known_device").select("device").where("applicant", "=", reply.body.user._id);
  expect(await known.execute()).toEqual([]);
  const out = await caller(portal, reply.body.token).post("/ms_applicant/logout");
  expect(out.headers.get("clear-site-data")).toBe('"cache", "storage"');
  const own = await signIn(portal, person);
  const kept = await caller(portal, own.body.token).post("/ms_applicant/logout");
  expect(kept.headers.get("clear-site-data")).toBeNull();
});

test("whether a device is shared is said by true or false only", async () => {
  const person = await verifiedAccount(portal);
  const { status, body } = await caller(portal).post("/ms_applicant/login", { ...onShared(person), shared: "yes" });
  expect([status, body.code, body.errors]).toEqual([
    500,
    "form-invalid",
    { shared: "This is a shared device must be true or false" },
  ]);
});

test("the night forgets what has ended and nothing else", async () => {
  const [dead, alive] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  await sql`update portal.sign_in set "endsAt" = now() - interval '31 days' where applicant = ${dead._id}`.execute(
    portal.db,
  );
  await forgetDeadSessions.run(portal.app);
  const left = await portal.db
    .selectFrom("sign_in")
    .select("applicant")
    .where("applicant", "in", [dead._id, alive._id])
    .execute();
  expect(left).toEqual([{ applicant: alive._id }]);
});
