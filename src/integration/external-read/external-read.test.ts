import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type KeyDesk, keyDesk, keyInForce } from "../../../testing/api-key.ts";
import { caller } from "../../../testing/applicant.ts";
import { sumOfRows } from "../../../testing/database.ts";
import { askCall, everyCall } from "../../../testing/every-call.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { stopRounds } from "../../../testing/stopped-rounds.ts";
import { type Student, signedInStudent } from "../../../testing/student.ts";
import { scopes } from "../api-key/api-key.rules.ts";

const path = "/external/v1";

let portal: TestPortal;
let desk: KeyDesk;
let candidate: Candidate;
let student: Student;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await stopRounds(portal, "judge-reviews");
  desk = await keyDesk(portal);
  candidate = await offered(portal);
  student = await signedInStudent(portal);
}, 60_000);
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const unknown = "01900000-0000-7000-8000-000000000000";

test("a key reads each list of its scopes, page by page, and goes on later where it stopped", async () => {
  const library = await keyInForce(portal, desk, scopes);
  await offered(portal);
  const first = (await library.get(`${path}/applications?limit=1`)).body;
  expect([first.list.length, first.more]).toEqual([1, true]);
  const codes: string[] = [];
  let page = first;
  for (;;) {
    codes.push(...page.list.map(({ code }: { code: string }) => code));
    if (!page.more) break;
    page = (await library.get(`${path}/applications?limit=1&after=${page.next}`)).body;
  }
  expect(codes).toContain(candidate.code);
  expect(new Set(codes).size).toBe(codes.length);
  const end = (await library.get(`${path}/applications?after=${page.next}`)).body;
  expect(end).toEqual({ list: [], next: page.next, more: false });
  const later = await offered(portal);
  const grown = (await library.get(`${path}/applications?after=${page.next}`)).body;
  expect(grown.list.map(({ code }: { code: string }) => code)).toEqual([later.code]);
});

test("what is read holds no phone, address, birthday or verdict", async () => {
  const library = await keyInForce(portal, desk, scopes);
  const offer = (await library.get(`${path}/offers`)).body.list.find(
    (one: { code: string }) => one.code === candidate.code,
  );
  expect(offer).toMatchObject({ kind: "Provisional", standing: "Waiting" });
  expect((await library.get(`${path}/offers/${offer._id}`)).body).toEqual(offer);
  const one = (await library.get(`${path}/applications/${offer._id}`)).body;
  expect(Object.keys(one).sort()).toEqual([
    "_id",
    "code",
    "createdAt",
    "jamb",
    "programme",
    "session",
    "state",
    "type",
  ]);
  const studies = (await library.get(`${path}/students/${student.student}`)).body;
  expect(studies).toMatchObject({ matric: student.matric, status: "Active" });
  expect(Object.keys(studies)).not.toContain("emailaddress");
  const payments = (await library.get(`${path}/payments?state=PAID`)).body.list;
  expect(payments.length).toBeGreaterThan(0);
  for (const payment of payments) expect(Object.keys(payment)).not.toContain("payerphone");
  expect((await library.get(`${path}/matriculations`)).status).toBe(200);
  expect((await library.get(`${path}/students?q=1&shoe=2`)).body).toMatchObject({ code: "form-invalid" });
  expect((await library.get(`${path}/students/${unknown}`)).status).toBe(404);
  // Nor is it found by what the rows do not show: one by one that would read it all the same.
  for (const probe of ["students?q=a", "offers?q=a", "applications?verdict=Qualifies", "applications?results=Awaited"])
    expect((await library.get(`${path}/${probe}`)).body, probe).toMatchObject({ code: "form-invalid" });
  expect((await library.get(`${path}/offers?from=2020-01-01&standing=Waiting`)).body.list.length).toBeGreaterThan(0);
  expect((await library.get(`${path}/students?after=nonsense`)).body).toMatchObject({ code: "form-invalid" });
});

test("every call of other systems opens to its scope alone, and a key opens no other call of the portal", async () => {
  const calls = everyCall(portal, "/api/external/");
  expect(calls.length).toBe(2 * scopes.length + 1);
  expect(calls.filter(({ method, guard }) => method !== "GET" || !/^key(:\w+)?$/.test(guard))).toEqual([]);
  for (const scope of scopes) {
    const key = await keyInForce(portal, desk, [scope]);
    const wrong: string[] = [];
    for (const call of calls) {
      const { status } = await askCall(key, call, unknown);
      const isOpen = call.guard === "key" || call.guard === `key:${scope}`;
      if (isOpen === (status === 403)) wrong.push(`${scope}: ${call.url} answered ${status}`);
    }
    expect(wrong).toEqual([]);
  }
  const whole = await keyInForce(portal, desk, scopes);
  const opened: string[] = [];
  const before = await sumOfRows(portal.db);
  for (const call of everyCall(portal, "/api/").filter(
    ({ guard, url }) => guard !== "everyone" && !url.startsWith("/api/external/"),
  )) {
    const { status } = await askCall(whole, call, unknown, { notAField: true });
    // Without an Origin a change is not even looked at.
    if (status !== 401 && !(status === 403 && call.method !== "GET"))
      opened.push(`${call.method} ${call.url} answered ${status}`);
  }
  expect(opened).toEqual([]);
  expect(await sumOfRows(portal.db)).toEqual(before);
}, 120_000);

test("nobody without a key in force reads anything, a person who is signed in neither", async () => {
  for (const who of [
    caller(portal),
    caller(portal, "apk_nonsense"),
    caller(portal, `apk_${"a".repeat(43)}`),
    candidate,
    desk.proposer,
  ]) {
    const { status, body } = await who.get(`${path}/students`);
    expect([status, body.code]).toEqual([401, "api-key-unknown"]);
    expect(body.message).toContain("expired");
  }
});
