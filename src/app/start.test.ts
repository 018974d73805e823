import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  refusalOf,
  startProgram,
  statusOf,
  stopProgram,
  sweep,
  temporaryFolder,
  until,
} from "../../testing/program.ts";

// A start loads the whole program, perhaps beside other tests. `npm run prove -- start` asks for all that may go wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });
afterEach(sweep);

describe("a start", () => {
  test("fills an empty database, prints the addresses, and starts on it a second time", async () => {
    const DATA_DIR = temporaryFolder();
    const first = await startProgram({ DATA_DIR });
    await first.ready;
    expect(first.output()).toMatch(/The portal is ready: +http:\/\/localhost:\d+\n/);
    expect(first.output()).toMatch(/Pay a reference: +http:\/\/127\.0\.0\.1:\d+\n/);
    await until(async () => (await statusOf(`${first.url}/readyz`)) === 200, 30);
    expect(await stopProgram(first)).toBe(0);

    const second = await startProgram({ DATA_DIR });
    await second.ready;
    await until(async () => (await statusOf(`${second.url}/readyz`)) === 200, 30);
    expect(await stopProgram(second)).toBe(0);
  });
});

describe("one clear sentence and nothing else is printed", () => {
  test("for each thing that a production start refuses", async () => {
    const DATA_DIR = temporaryFolder();
    const [code, words] = await refusalOf({ DATA_DIR, NODE_ENV: "production" });
    expect(code).toBe(1);
    expect(words.split("\n").map((sentence) => sentence.split(" ")[0])).toEqual([
      "PUBLIC_URL",
      "PORTAL_SECRET",
      "SMTP_URL",
      "MAIL_FROM",
      "REMITA_URL",
    ]);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test("when the sandbox provider is started in production", async () => {
    const command = [process.execPath, "sandbox/start.ts"];
    const [code, words] = await refusalOf({ NODE_ENV: "production" }, { command });
    expect([code, words]).toEqual([1, "The sandbox provider does not start in production."]);
  });
});
