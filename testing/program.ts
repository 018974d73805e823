import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Place } from "./database.ts";
import { freePort } from "./free-port.ts";
import type { TestPortal } from "./portal.ts";

export const checkout = fileURLToPath(new URL("..", import.meta.url));

/** Where programs keep what loading them compiles: the next one loads in half the time. */
export const compiled = { NODE_COMPILE_CACHE: `${checkout}node_modules/.cache/programs` };
export const isRoot = process.getuid?.() === 0;

/** Any ordinary user of the system, to start programs as when the tests run as root. */
export const ordinary = { uid: 65_534, gid: 65_534 };

/** The portal as a program of its own, as `npm start` runs it after its setup. */
export interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything that it printed so far. */
  output(): string;
  /** Resolves when the addresses are printed; rejects with the output when the program ends before. */
  readonly ready: Promise<void>;
  /** The code with which it ended; null after a signal. */
  readonly ended: Promise<number | null>;
}

interface Run {
  command?: string[];
  cwd?: string;
  user?: { uid: number; gid: number };
}

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** Starts the portal with this environment and nothing of the tests' own. Without PORT a free one is taken. */
export async function startProgram(environment: Record<string, string>, run: Run = {}): Promise<Program> {
  const port = environment.PORT ?? String(await freePort());
  const [command = "", ...rest] = run.command ?? [process.execPath, "src/app/start.server.ts"];
  const child = spawn(command, rest, {
    cwd: run.cwd ?? checkout,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", PORT: port, ...compiled, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    ...run.user,
  });
  running.add(child);
  let printed = "";
  const ended = once(child, "close").then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        printed += chunk;
        if (printed.includes("The portal is ready")) resolve();
      });
    ended.then((code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  ready.catch(() => {});
  return { child, url: `http://127.0.0.1:${port}`, output: () => printed, ready, ended };
}

/** A program on the database of a portal of the tests and with its provider, once it is ready. */
export async function startBeside(
  { config, database }: Pick<TestPortal, "config" | "database">,
  { host, user }: Place,
  more: Record<string, string> = {},
  run: Run = {},
): Promise<Program> {
  const { url, merchantId, apiKey, notifySecret } = config.remita;
  const environment = {
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    DATA_DIR: temporaryFolder(),
    ...{ REMITA_URL: url, REMITA_MERCHANT_ID: merchantId, REMITA_API_KEY: apiKey, REMITA_NOTIFY_SECRET: notifySecret },
    ...more,
  };
  const program = await startProgram(environment, run);
  await program.ready;
  return program;
}

/** The code and the words of a program that is expected to refuse. */
export async function refusalOf(environment: Record<string, string>, run: Run = {}): Promise<[number | null, string]> {
  const program = await startProgram(environment, run);
  const code = await Promise.race([program.ended, program.ready.then(() => 0)]);
  if (code === 0) await stopProgram(program);
  return [code, program.output().trim()];
}

export async function stopProgram(program: Program): Promise<number | null> {
  program.child.kill("SIGTERM");
  return program.ended;
}

/** A temporary folder for `user`, removed by `sweep`. */
export function temporaryFolder(user?: { uid: number; gid: number }): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "portal-program-"));
  if (user) chownSync(folder, user.uid, user.gid);
  folders.add(folder);
  return folder;
}

/** A data folder as the first start leaves it, to copy: what comes later need not wait for a first start of its own. */
export async function filledFolder(): Promise<{ copy(): string; remove(): void }> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "portal-filled-"));
  const first = await startProgram({ DATA_DIR: folder });
  await first.ready;
  await stopProgram(first);
  return {
    copy() {
      const copied = temporaryFolder();
      // With its owners: as root, the database's files are another user's.
      const { status, stderr } = spawnSync("cp", ["-a", `${folder}/.`, copied], { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      return copied;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A second checkout in a folder that everybody, or nobody but its owner, may enter. */
export function copiedCheckout(mode: 0o755 | 0o700): string {
  const folder = temporaryFolder();
  for (const name of ["package.json", "src", "migrations", "demo", "sandbox"])
    cpSync(join(checkout, name), join(folder, name), { recursive: true });
  // Hard links are made in a moment; another disk needs real copies.
  const packages = [join(checkout, "node_modules"), folder];
  if (spawnSync("cp", ["-al", ...packages]).status !== 0) spawnSync("cp", ["-a", ...packages]);
  chmodSync(folder, mode);
  return folder;
}

/** The process numbers of the programs whose working folder is `folder`. */
export function processesIn(folder: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid && cwdOf(pid) === folder);
}

export const parentOf = (pid: number) =>
  Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** The memory that a process has, or the most that it has had, in megabytes. */
export const memoryOf = (pid = 0, which: "VmRSS" | "VmHWM" = "VmRSS") =>
  Number(new RegExp(`^${which}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

export const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, "utf8").trim();

/** Waits until `hold` holds, at most `seconds`. */
export async function until(hold: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await hold())) {
    if (Date.now() > deadline) throw new Error(`not so after ${seconds} s: ${hold}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The status of a call, or 0 when nothing answers. */
export async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    (reply) => reply.status,
    () => 0,
  );
}

/** Ends what a failed test left running, and removes its folders. */
export async function sweep(): Promise<void> {
  for (const child of running) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    running.delete(child);
  }
  for (const folder of folders) {
    await until(() => processesIn(join(folder, "postgres")).length === 0, 10).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  }
}

function cwdOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
