import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { hashToken } from "../../src/identity/session/session.server.ts";
import { patientCaller, signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { payer } from "../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, stopProgram, sweep, temporaryFolder, until } from "../../testing/program.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const SKEW = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(async () => {
  await sweep();
  await portal.stop();
});

const skewed = (by: Record<string, string>) =>
  startBeside(portal, inject("place"), { ...by, LD_PRELOAD: SKEW, FAKETIME_DONT_FAKE_MONOTONIC: "1" });

/** By how many minutes a portal's clock is ahead of ours. */
async function minutesAhead({ url }: Program): Promise<number> {
  const told = Date.parse((await fetch(`${url}/api/portal`)).headers.get("date") ?? "");
  return Math.round((told - Date.now()) / 60_000);
}

/** A sign-in that ends in so many minutes by the database's clock. */
async function endingIn(minutes: number): Promise<string> {
  const person = await signedInApplicant(portal);
  await sql`update portal.sign_in set "endsAt" = now() + make_interval(mins => ${minutes})
    where applicant = ${person._id}`.execute(portal.db);
  return person.token;
}

/** The session takes applications for so many minutes more, by the database's clock. */
const closesIn = (minutes: number) =>
  sql`update portal.session set opens = now() - interval '60 days', closes = now() + make_interval(mins => ${minutes})
    where admission`.execute(portal.db);

/** Whether somebody gets a reference for a programme of a session that closes in so many minutes. */
async function mayPay(program: Program, programme: string, minutes: number): Promise<boolean> {
  await closesIn(minutes);
  const person = await payer(portal);
  const reply = await patientCaller(program, person.token).post("/ms_application_fee", { programme });
  return reply.body.type === "success";
}

test("a portal whose clock is two hours wrong, either way, goes by the database's", async (context) => {
  expect(existsSync(SKEW), "install it with: apt-get install faketime").toBe(true);
  const [open, over] = [await endingIn(30), await endingIn(-30)];
  const { _id: programme } = await (await payer(portal)).programme();
  const seen: string[] = [];
  for (const skew of ["+2h", "-2h"]) {
    const program = await skewed({ FAKETIME: skew });
    expect(Math.abs(await minutesAhead(program))).toBe(120);
    for (const token of [open, over])
      seen.push(`${skew}: ${(await patientCaller(program, token).get("/ms_applicant/bio")).status}`);
    for (const minutes of [30, -30]) seen.push(`${skew}: ${await mayPay(program, programme, minutes)}`);
    expect(await stopProgram(program)).toBe(0);
  }
  keepEvidence(context, {
    figure: "F-37",
    asked:
      "two hours off: who is signed in and a session that takes applications by the database's clock are so, those that are not are not",
    measured: seen.join("; "),
  });
  expect(seen).toEqual(["+2h", "-2h"].flatMap((skew) => [200, 401, true, false].map((told) => `${skew}: ${told}`)));
});

test("a portal whose clock jumps four hours back while it serves revives no sign-in and no session that has closed", async (context) => {
  const clock = join(temporaryFolder(), "clock");
  writeFileSync(clock, "+2h");
  const program = await skewed({ FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: "1" });
  await closesIn(30);
  const { _id: programme } = await (await payer(portal)).programme();
  const [open, ending] = [await endingIn(30), await endingIn(30)];
  const seen: string[] = [];
  const look = async () => {
    const asked = [open, ending].map((token) => patientCaller(program, token).get("/ms_applicant/bio"));
    for (const { status } of await Promise.all(asked)) seen.push(String(status));
  };
  expect(await minutesAhead(program)).toBe(120);
  await look();
  await sql`update portal.sign_in set "endsAt" = now() - interval '1 minute'
    where token = ${hashToken(ending)}`.execute(portal.db);
  seen.push(String(await mayPay(program, programme, -1)));
  writeFileSync(clock, "-2h");
  await until(async () => (await minutesAhead(program)) === -120, 10);
  await look();
  seen.push(String(await mayPay(program, programme, -1)), String(await mayPay(program, programme, 30)));
  expect(await stopProgram(program)).toBe(0);
  keepEvidence(context, {
    figure: "F-37",
    asked:
      "jumps from two hours ahead to two behind: who was signed out and a session that was closed stay so, the others go on",
    measured: seen.join("; "),
  });
  expect(seen).toEqual(["200", "200", "false", "200", "401", "false", "true"]);
});
