import { existsSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { patientCaller, signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { payer } from "../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";

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

const skewed = (FAKETIME: string) =>
  startBeside(portal, inject("place"), { LD_PRELOAD: SKEW, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: "1" });

/** A sign-in that ends in so many minutes by the database's clock. */
async function endingIn(minutes: number): Promise<string> {
  const person = await signedInApplicant(portal);
  await sql`update portal.sign_in set "endsAt" = now() + make_interval(mins => ${minutes})
    where applicant = ${person._id}`.execute(portal.db);
  return person.token;
}

/** Whether somebody gets a reference for a programme of a session that closes in so many minutes by the database's clock. */
async function mayPay(program: Program, programme: string, minutes: number): Promise<boolean> {
  await sql`update portal.session set opens = now() - interval '60 days', closes = now() + make_interval(mins => ${minutes})
    where admission`.execute(portal.db);
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
    const program = await skewed(skew);
    const told = Date.parse((await fetch(`${program.url}/api/portal`)).headers.get("date") ?? "");
    expect(Math.abs(told - Date.now())).toBeGreaterThan(100 * 60_000);
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
