import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type {} from "#platform/portal/health.server.ts";
import { generateApplicant } from "../../demo/applicants.ts";
import { caller, signedInApplicant } from "../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { sandboxControl } from "../../testing/sandbox-control.ts";
import { secondPortal } from "../../testing/second-portal.ts";
import { signUp } from "../../testing/walk.ts";

let first: TestPortal;
let second: Awaited<ReturnType<typeof secondPortal>>;
beforeAll(async () => {
  first = await startPortal(inject("place"));
  second = await secondPortal(first, inject("place"));
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const father = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };
const both = (token: string) => [caller(first, token), caller(second, token)] as const;

test("a sign-in holds on both, and its end is heard on both at once", async () => {
  const token = await signUp(first, generateApplicant(8_000_001));
  const [here, there] = both(token);
  expect((await there.get("/ms_applicant/permit")).body).toEqual({ permit: true });
  await there.post("/ms_applicant/logout");
  expect([(await here.get("/ms_applicant/permit")).status, (await there.get("/ms_applicant/permit")).status]).toEqual([
    401, 401,
  ]);
});

test("one key sent to both does its work once", async () => {
  const { token } = await signedInApplicant(first);
  const [here, there] = both(token);
  const key = { "idempotency-key": "twice" };
  const replies = await Promise.all(
    [here, there, here, there].map((one) => one.post("/ms_applicant_referee", father, key)),
  );
  expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
  expect((await here.get("/ms_applicant_referee")).body).toHaveLength(1);
});

test("guesses are counted over both: ten are judged, the rest wait", async () => {
  const guess = { emailaddress: "whoever@example.com", password: "not the password" };
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => caller(turn % 2 ? first : second).post("/ms_applicant/login", guess)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
});

test("a mail is posted once, whoever works", async () => {
  const { registration } = generateApplicant(8_000_002);
  await caller(second).post("/ms_applicant", registration);
  expect(await first.letters(registration.emailaddress, 1)).toHaveLength(1);
  const sent = first.db
    .selectFrom("outgoing_mail")
    .select("attempts")
    .where("recipient", "=", registration.emailaddress);
  await expect.poll(() => sent.where("state", "=", "sent").execute()).toEqual([{ attempts: 1 }]);
});

test("one open reference, whichever is asked", async () => {
  const person = await signedInApplicant(first);
  const { bio } = generateApplicant(8_000_003);
  await person.post("/ms_applicant/bio", bio);
  const { body: programmes } = await person.get("/ms_programme");
  const wish = { programme: programmes[0]._id };
  const [here, there] = both(person.token);
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => (turn % 2 ? here : there).post("/ms_application_fee", wish)),
  );
  const references = new Set(made.map(({ body }) => body.rrr).filter(Boolean));
  expect(references.size).toBe(1);
  const ledger = await sandboxControl(first.sandbox).ledger();
  expect(ledger).toHaveLength(1);
});

test("a process that does not keep up says so at once, and answers again when it does", async () => {
  const slow = await secondPortal({ ...first, config: { ...first.config, mostDelayMs: 100 } }, inject("place"));
  const status = async () => (await fetch(`${slow.url}/healthz`)).status;
  const lock = new Int32Array(new SharedArrayBuffer(4));
  const standing = setInterval(() => Atomics.wait(lock, 0, 0, 250), 1);
  try {
    await expect.poll(status).toBe(503);
  } finally {
    clearInterval(standing);
  }
  await expect.poll(status).toBe(200);
  await slow.stop();
});

test("a connection gives up rather than hangs: a statement after five seconds, a lock after two", async () => {
  const { pool } = second.app.portal;
  const { rows } = await pool.query(
    `select name, setting::int as ms from pg_settings where name = any($1) order by name`,
    [["idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"]],
  );
  expect(rows.map(({ ms }) => ms)).toEqual([10_000, 2_000, 5_000]);
});

test("a process that is told to stop serves on while it is not ready, and keeps no connection", async () => {
  const leaving = await secondPortal(first, inject("place"));
  const left = leaving.app.drain(2);
  const [ready, served] = await Promise.all([fetch(`${leaving.url}/readyz`), fetch(`${leaving.url}/api/portal`)]);
  expect([ready.status, served.status, served.headers.get("connection")]).toEqual([503, 200, "close"]);
  await left;
  await expect(fetch(`${leaving.url}/healthz`)).rejects.toThrow();
  await leaving.stop();
});

test("a database that does not write yet is 503, not a fault", async () => {
  const { token } = await signedInApplicant(first);
  const quiet = await secondPortal(first, inject("place"));
  const { pool } = quiet.app.portal;
  Object.assign(pool.options, { options: `${pool.options.options} -c default_transaction_read_only=on` });
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'portal:second-%'",
  );
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await caller(quiet, token).post("/ms_applicant_referee", father)).status),
  );
  expect(new Set(statuses)).toContain(503);
  expect(statuses).not.toContain(500);
  await quiet.stop();
});

test("a start waits while the database does not keep up", async () => {
  const busy = await first.app.portal.pool.connect();
  await busy.query("begin; lock table portal.job_worker");
  const third = secondPortal(first, inject("place"));
  await pause(4_000); // twice what a request waits for a lock
  await busy.query("commit");
  busy.release();
  const { url, stop } = await third;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await stop();
}, 60_000);
