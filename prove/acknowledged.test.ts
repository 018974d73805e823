import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { generateApplicant } from "../demo/applicants.ts";
import { patientCaller } from "../testing/applicant.ts";
import { type Program, startProgram, stopProgram, sweep, temporaryFolder, until } from "../testing/program.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
afterEach(sweep);

const WRITERS = 8;

test("kill -9 of the portal under eight writers loses nothing that was acknowledged", async () => {
  const DATA_DIR = temporaryFolder();
  const first = await started(DATA_DIR);
  const acknowledged = await writeUntil(first, async () => {
    first.child.kill("SIGKILL");
    await first.ended;
  });
  const second = await started(DATA_DIR);
  expect(await missing(second, acknowledged)).toEqual([]);
  await stopProgram(second);
});

test("kill -9 of the database under eight writers loses nothing that was acknowledged", async () => {
  const DATA_DIR = temporaryFolder();
  const program = await started(DATA_DIR);
  const acknowledged = await writeUntil(program, async () => {
    process.kill(Number(readFileSync(join(DATA_DIR, "postgres/postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
    await pause(500);
  });
  await until(async () => (await fetch(`${program.url}/readyz`)).status === 200, 30);
  expect(await missing(program, acknowledged)).toEqual([]);
  await stopProgram(program);
});

async function started(DATA_DIR: string): Promise<Program> {
  const program = await startProgram({ DATA_DIR });
  await program.ready;
  return program;
}

type Registration = ReturnType<typeof generateApplicant>["registration"];

/** Registers people without a pause until the blow has fallen; answers those who were told that they have an account. */
async function writeUntil(program: Program, blow: () => Promise<void>): Promise<Registration[]> {
  const acknowledged: Registration[] = [];
  let seed = 9_000_000;
  let fallen = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!fallen) {
      seed += 1;
      const { registration } = generateApplicant(seed);
      const reply = await patientCaller(program)
        .post("/ms_applicant", registration)
        .catch(() => null);
      if (reply?.body.type === "success") acknowledged.push(registration);
    }
  });
  await until(() => acknowledged.length >= 30, 60);
  await blow();
  fallen = true;
  await Promise.all(writers);
  return acknowledged;
}

/** Whom the portal does not know. Who is known, and has not verified, is told so. */
async function missing(program: Program, people: readonly Registration[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { emailaddress, password } of people) {
    const { body } = await patientCaller(program).post("/ms_applicant/login", { emailaddress, password });
    if (body.verify !== false) lost.push(`${emailaddress}: ${JSON.stringify(body)}`);
  }
  return lost;
}
