import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { insist, signIn, verifiedAccount } from "../../../testing/visitor.ts";
import { forgetDeadSessions } from "./session.job.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const isIn = async (token: string) => (await caller(portal, token).get("/ms_applicant/permit")).status === 200;

test("no token, a wrong one and one of another shape hear that the session has expired", async () => {
  for (const token of [null, "A".repeat(43), "x", "' or 1=1 --"]) {
    const { status, body, headers } = await caller(portal, token).get("/ms_applicant/permit");
    expect([status, body.type]).toEqual([401, "error"]);
    expect(body.message).toContain("expired");
    expect(headers.get("cache-control")).toContain("no-store");
  }
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

// Without the lock of the account's row each parallel sign-in counts the same ten, and more than ten stay.
test("thirty sign-ins at once leave ten, and each answer was a living token when it was given", async () => {
  const person = await verifiedAccount(portal);
  const replies = await Promise.all(Array.from({ length: 30 }, () => insist(() => signIn(portal, person))));
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

test("the night forgets what has ended and nothing else", async () => {
  const [dead, alive] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  await sql`update portal.sign_in set "endsAt" = now() - interval '1 second' where applicant = ${dead._id}`.execute(
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
