import { spawn, spawnSync } from "node:child_process";
import { chownSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  filledFolder,
  isRoot,
  nameOf,
  parentOf,
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

const started = async (DATA_DIR: string) => {
  const program = await startProgram({ DATA_DIR });
  await program.ready;
  return program;
};

const ask = async (DATA_DIR: string, statement: string) => {
  const client = new pg.Client({ host: join(DATA_DIR, "postgres"), user: "portal", database: "postgres" });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
};

/** A call whose token the database must look up; the token is nobody's. */
const signedInCall = async (url: string) => {
  const headers = { authorization: `Bearer ${"A".repeat(43)}` };
  const reply = await fetch(`${url}/api/ms_applicant_referee`, { headers });
  await reply.text();
  return reply.status;
};

const postmasterOf = (DATA_DIR: string) =>
  Number(readFileSync(join(DATA_DIR, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

describe("kill -9", () => {
  test("of the portal stops its PostgreSQL, and the next start finds what was kept", async () => {
    const DATA_DIR = filled.copy();
    const first = await started(DATA_DIR);
    await ask(DATA_DIR, "create table kept as select 7 as seven");
    first.child.kill("SIGKILL");
    await until(() => processesIn(join(DATA_DIR, "postgres")).length === 0, 5);
    const second = await started(DATA_DIR);
    expect(await ask(DATA_DIR, "select seven from kept")).toEqual([{ seven: 7 }]);
    await stopProgram(second);
  });

  test("of PostgreSQL is answered by 503 until it is back; then calls and jobs go on without a new start", async () => {
    const DATA_DIR = filled.copy();
    const program = await started(DATA_DIR);
    await ask(DATA_DIR, "create table kept as select 7 as seven");
    const before = postmasterOf(DATA_DIR);
    const ready = new Set<number>();
    const called = new Set<number>();
    process.kill(before, "SIGKILL");
    await until(async () => {
      called.add(await signedInCall(program.url));
      const status = await statusOf(`${program.url}/readyz`);
      ready.add(status);
      return ready.size > 1 && status === 200;
    }, 10);
    called.add(await signedInCall(program.url));
    expect([...ready].sort()).toEqual([200, 503]);
    expect([...called].sort()).toEqual([401, 503]);
    expect(postmasterOf(DATA_DIR)).not.toBe(before);
    expect(await ask(DATA_DIR, "select seven from kept")).toEqual([{ seven: 7 }]);
    await ask(DATA_DIR, "select graphile_worker.add_job('free-jobs-of-dead-processes')");
    await until(async () => (await ask(DATA_DIR, "select id from graphile_worker._private_jobs")).length === 0, 10);
    expect(await statusOf(`${program.url}/healthz`)).toBe(200);
    expect(await stopProgram(program)).toBe(0);
    expect(processesIn(join(DATA_DIR, "postgres"))).toEqual([]);
  });

  test("of the portal and of both watchers leaves a PostgreSQL that the next start takes over from", async () => {
    const DATA_DIR = filled.copy();
    const first = await started(DATA_DIR);
    const postgres = postmasterOf(DATA_DIR);
    const shells = processesIn(join(DATA_DIR, "postgres")).filter((pid) => nameOf(pid) === "sh");
    expect(shells).toContain(parentOf(postgres));
    for (const pid of [first.child.pid ?? 0, ...shells]) process.kill(pid, "SIGSTOP");
    for (const pid of [...shells, first.child.pid ?? 0]) process.kill(pid, "SIGKILL");
    await first.ended.catch(() => {});
    expect(processesIn(join(DATA_DIR, "postgres"))).toContain(postgres);
    const second = await started(DATA_DIR);
    expect(processesIn(join(DATA_DIR, "postgres"))).not.toContain(postgres);
    await stopProgram(second);
  });

  test("in the middle of the first start leaves nothing that stops the next", async () => {
    const DATA_DIR = temporaryFolder();
    const first = await startProgram({ DATA_DIR });
    await until(() => readdirSync(DATA_DIR).some((name) => name.startsWith("postgres.new-")), 60);
    first.child.kill("SIGKILL");
    await first.ended;
    await stopProgram(await started(DATA_DIR));
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
  });
});

describe("a lock left behind", () => {
  test("whose number another program of the same user has now is removed", async () => {
    const DATA_DIR = filled.copy();
    const lock = join(DATA_DIR, "postgres/postmaster.pid");
    const { uid, gid } = statSync(join(DATA_DIR, "postgres"));
    const other = spawn("sleep", ["60"], isRoot ? { uid, gid } : {});
    writeFileSync(lock, `${other.pid}\n${DATA_DIR}/postgres\n1\n5432\n`, { mode: 0o600 });
    if (isRoot) chownSync(lock, uid, gid);
    await stopProgram(await started(DATA_DIR));
    other.kill();
  });
});

describe("a full disk", () => {
  test("at the first start is one sentence, and the next start with room works", async () => {
    const DATA_DIR = temporaryFolder();
    expect(await onSmallDisk(DATA_DIR)).toEqual([
      1,
      expect.stringMatching(/^The disk that holds \S+ is full: free at least 200 MB there and start again\.$/),
    ]);
    await stopProgram(await started(DATA_DIR));
  });

  test.runIf(isRoot)("at a later start is one sentence, and with room again nothing is lost", async () => {
    const disk = temporaryFolder();
    mountSmall(disk, "300m");
    try {
      const DATA_DIR = join(disk, "data");
      const first = await started(DATA_DIR);
      await ask(DATA_DIR, "create table kept as select 7 as seven");
      await stopProgram(first);
      spawnSync("dd", ["if=/dev/zero", `of=${disk}/ballast`, "bs=1M"]);
      expect(await refusalOf({ DATA_DIR })).toEqual([
        1,
        expect.stringMatching(/^The disk that holds \S+ is full: .+\.$/),
      ]);
      truncateSync(join(disk, "ballast"));
      const second = await started(DATA_DIR);
      expect(await ask(DATA_DIR, "select seven from kept")).toEqual([{ seven: 7 }]);
      await stopProgram(second);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
});

/** Root has a small disk; others have a limit on the size of a file, which PostgreSQL meets in the same way. */
async function onSmallDisk(DATA_DIR: string): Promise<[number | null, string]> {
  if (!isRoot)
    return refusalOf(
      { DATA_DIR },
      { command: ["/bin/sh", "-c", `ulimit -f 8192; exec ${process.execPath} src/app/start.server.ts`] },
    );
  mountSmall(DATA_DIR, "20m");
  try {
    return await refusalOf({ DATA_DIR });
  } finally {
    spawnSync("umount", [DATA_DIR]);
  }
}

function mountSmall(folder: string, size: string): void {
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}
