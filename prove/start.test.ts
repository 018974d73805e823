import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../testing/free-port.ts";
import {
  checkout,
  copiedCheckout,
  filledFolder,
  isRoot,
  ordinary,
  processesIn,
  refusalOf,
  startProgram,
  statusOf,
  stopProgram,
  sweep,
  temporaryFolder,
  until,
} from "../testing/program.ts";

// Each test starts the whole program several times, perhaps beside other tests.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let filled: Awaited<ReturnType<typeof filledFolder>>;
beforeAll(async () => {
  filled = await filledFolder();
});
afterEach(sweep);
afterAll(() => filled.remove());

describe("a start", () => {
  test.runIf(isRoot)("works as root from a folder that only root may enter", async () => {
    const cwd = copiedCheckout(0o700);
    const program = await startProgram({ DATA_DIR: "data" }, { cwd });
    await program.ready;
    await until(async () => (await statusOf(`${program.url}/readyz`)) === 200, 30);
    expect(await stopProgram(program)).toBe(0);
    expect(readdirSync(join(cwd, "data")).sort()).toEqual(expect.arrayContaining(["postgres", "secret"]));
  });

  test.runIf(isRoot)("works as an ordinary user", async () => {
    const mayEnter = spawnSync(process.execPath, ["--version"], { cwd: checkout, ...ordinary }).status === 0;
    const DATA_DIR = temporaryFolder(ordinary);
    const cwd = mayEnter ? checkout : copiedCheckout(0o755);
    const command = [join(cwd, "node_modules/.bin/node"), "src/app/start.server.ts"];
    const program = await startProgram({ DATA_DIR }, { cwd, command, user: ordinary });
    await program.ready;
    await until(async () => (await statusOf(`${program.url}/readyz`)) === 200, 30);
    expect(await stopProgram(program)).toBe(0);
  });

  test("waits for the one before it that is still stopping", async () => {
    const DATA_DIR = filled.copy();
    const first = await startProgram({ DATA_DIR });
    await first.ready;
    const second = await startProgram({ DATA_DIR });
    setTimeout(() => first.child.kill("SIGTERM"), 2500);
    await second.ready;
    expect(await first.ended).toBe(0);
    expect(await stopProgram(second)).toBe(0);
  });
});

describe("one clear sentence and nothing else is printed", () => {
  test("when the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const DATA_DIR = temporaryFolder();
    expect(await refusalOf({ DATA_DIR, PORT: String(port) })).toEqual([
      1,
      `Port ${port} is in use by another program: stop that one, or start on another port, such as PORT=${port + 1}.`,
    ]);
    expect(existsSync(join(DATA_DIR, "postgres"))).toBe(false);
    other.close();
  });

  test("when the host is no address of this machine", async () => {
    const [code, words] = await refusalOf({ DATA_DIR: temporaryFolder(), HOST: "192.0.2.1" });
    expect([code, words]).toEqual([
      1,
      "HOST 192.0.2.1 is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.",
    ]);
  });

  test("when another portal runs on the same data folder, which goes on", async () => {
    const DATA_DIR = filled.copy();
    const first = await startProgram({ DATA_DIR });
    await first.ready;
    expect(await refusalOf({ DATA_DIR })).toEqual([
      1,
      `Another portal runs on the database in ${DATA_DIR}/postgres: stop it first, or set DATA_DIR to another folder for this one.`,
    ]);
    await until(async () => (await statusOf(`${first.url}/readyz`)) === 200, 30);
    await stopProgram(first);
  });

  test("when the data folder is a file", async () => {
    const [code, words] = await refusalOf({ DATA_DIR: join(checkout, "package.json") });
    expect([code, words]).toEqual([1, expect.stringMatching(/^\S+package.json is not a folder: .+\.$/)]);
  });

  test("when the database server of DATABASE_URL does not answer", async () => {
    const DATABASE_URL = `postgres://portal:unsaid@127.0.0.1:${await freePort()}/portal`;
    const [code, words] = await refusalOf({ DATA_DIR: temporaryFolder(), DATABASE_URL });
    expect([code, words]).toEqual([
      1,
      expect.stringMatching(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\.$/),
    ]);
    expect(words).not.toContain("unsaid");
  });
});

describe("a stop", () => {
  test("by SIGTERM to npm ends the portal, the sandbox and PostgreSQL", async () => {
    const DATA_DIR = filled.copy();
    const npm = await startProgram({ DATA_DIR }, { command: ["npm", "start"] });
    await npm.ready;
    npm.child.kill("SIGTERM");
    expect(await npm.ended).toBe(0);
    expect(await statusOf(`${npm.url}/healthz`)).toBe(0);
    expect(processesIn(join(DATA_DIR, "postgres"))).toEqual([]);
    expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
    expect(await statusOf(/reference: +(\S+)/.exec(npm.output())?.[1] ?? "")).toBe(0);
  });

  test("by kill -9 of npm ends them, too", async () => {
    const DATA_DIR = filled.copy();
    const npm = await startProgram({ DATA_DIR }, { command: ["npm", "start"] });
    await npm.ready;
    npm.child.kill("SIGKILL");
    await until(async () => (await statusOf(`${npm.url}/healthz`)) === 0, 5);
    await until(() => processesIn(join(DATA_DIR, "postgres")).length === 0, 5);
    expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
  });

  test("by Ctrl-C, which arrives twice, is a clean one", async () => {
    const DATA_DIR = filled.copy();
    const program = await startProgram({ DATA_DIR });
    await program.ready;
    program.child.kill("SIGINT");
    program.child.kill("SIGINT");
    expect(await program.ended).toBe(0);
    expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
  });
});
