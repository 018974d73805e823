import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { caller, callerWith, signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { freePort } from "../../testing/free-port.ts";
import { type FrontProxy, startHaproxy } from "../../testing/haproxy.ts";
import { clientOf, startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, statusOf, stopProgram, sweep, until } from "../../testing/program.ts";
import { newRegistration, verifiedAccount } from "../../testing/visitor.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let portal: TestPortal;
let client: pg.Client;
let proxy: FrontProxy;
const programs: Program[] = [];
const start = (PORT: string) =>
  startBeside(portal, inject("place"), {
    ...{ PORT, TRUST_PROXY: "1", DRAIN_SECONDS: "2" },
    DATA_DIR: portal.config.dataDir,
  });

beforeAll(async () => {
  const place = inject("place");
  portal = await startPortal(place);
  client = await clientOf(portal, place);
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) programs.push(await start(String(port)));
  proxy = await startHaproxy(ports);
});
afterAll(async () => {
  await proxy?.stop();
  await Promise.all(programs.map(stopProgram));
  await sweep();
  await client.end();
  await portal.stop();
});

test("a sign-in holds on each of three, and its end is heard on each at once", async () => {
  const person = await signedInApplicant(portal);
  const asEach = async () =>
    Promise.all(
      programs.map(async (program) => (await caller(program, person.token).get("/ms_applicant_referee")).status),
    );
  expect(await asEach()).toEqual([200, 200, 200]);
  await caller(proxy, person.token).post("/ms_applicant/logout");
  expect(await asEach()).toEqual([401, 401, 401]);
});

test("of sixty guesses at one account through three processes exactly ten are judged", async (context) => {
  const { emailaddress } = await verifiedAccount(portal);
  const guess = async (_: unknown, place: number) => {
    const from = callerWith(proxy, { "x-forwarded-for": `41.58.${place % 200}.7` });
    return (await from.post("/ms_applicant/login", { emailaddress, password: `guess number ${place}` })).status;
  };
  const statuses: number[] = [];
  // Few enough at once that none is turned away because hashing is busy.
  for (let place = 0; place < 60; place += 6)
    statuses.push(...(await Promise.all(Array.from({ length: 6 }, (_, more) => guess(_, place + more)))));
  const judged = statuses.filter((status) => status !== 429 && status !== 503).length;
  keepEvidence(context, {
    figure: "F-09",
    asked: "exactly 10 of 60 guesses judged over three processes",
    measured: `${judged} judged`,
  });
  expect(judged).toBe(10);
});

test("fifty registrations through three processes: each mail is posted once", async (context) => {
  const people = Array.from({ length: 50 }, () => newRegistration());
  for (const person of people) {
    const reply = await callerWith(proxy, { "x-forwarded-for": `41.59.${people.indexOf(person)}.7` }).post(
      "/ms_applicant",
      person,
    );
    expect(reply.body.type).toBe("success");
  }
  const counts = await Promise.all(
    people.map(async ({ emailaddress }) => (await portal.letters(emailaddress, 1)).length),
  );
  keepEvidence(context, { figure: "F-41", asked: "50 mails, each once", measured: `${counts.length} mails` });
  expect(new Set(counts)).toEqual(new Set([1]));
});

test("one after the other is stopped and started under load behind a proxy, and no request fails", async (context) => {
  const load = await startWriting(client, () => proxy.url, { pauseMs: 50 });
  await load.untilMore(20, 60);
  for (const [place, program] of programs.entries()) {
    expect(await stopProgram(program)).toBe(0);
    const again = await start(new URL(program.url).port);
    programs[place] = again;
    await until(async () => (await statusOf(`${again.url}/readyz`)) === 200, 30);
    await load.untilMore(40, 60);
  }
  await load.stop();
  expect(await load.wrong(client)).toEqual([]);
  keepEvidence(context, {
    asked: "three restarts under eight writers: every request answered 200",
    measured: [...load.statuses].map(([status, count]) => `${count} × ${status || "none"}`).join(", "),
  });
  expect([...load.statuses.keys()]).toEqual([200]);
});
