import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { type Program, startProgram, stopProgram, sweep, temporaryFolder, until } from "../../testing/program.ts";
import { startWriting, type WritingLoad } from "../../testing/writing-load.ts";

const KILLS = Number(process.env.KILLS ?? 20);
vi.setConfig({ testTimeout: 60_000 + KILLS * 30_000 });
afterEach(sweep);

/** What is written between two blows. */
const BETWEEN = 20;

/** How soon somebody must be able to write again, in milliseconds: PostgreSQL's own recovery takes the most of it, as the disk allows. */
const BACK_MS = 10_000;

/** How much of that the portal may need by itself, once PostgreSQL takes connections. */
const OWN_MS = 5_000;

const socketOf = (DATA_DIR: string) => ({ host: join(DATA_DIR, "postgres"), user: "portal", database: "postgres" });

async function onDatabase<T>(DATA_DIR: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(socketOf(DATA_DIR));
  client.on("error", () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}

async function started(environment: Record<string, string>): Promise<Program> {
  const program = await startProgram(environment);
  await program.ready;
  return program;
}

const postmasterOf = (DATA_DIR: string) =>
  Number(readFileSync(join(DATA_DIR, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

const told = (load: WritingLoad) =>
  [...load.statuses].map(([status, count]) => `${count} × ${status || "none"}`).join(", ");

/** How long nobody could write after each blow, and how long after PostgreSQL itself was back; in milliseconds. */
interface Struck {
  readonly longestMs: number;
  readonly ownMs: number;
}

const back = ({ longestMs, ownMs }: Struck) =>
  `back within ${(longestMs / 1000).toFixed(1)} s, ${(ownMs / 1000).toFixed(1)} s after PostgreSQL`;

/** `blow` falls on PostgreSQL again and again while eight people write. */
async function struck(DATA_DIR: string, load: WritingLoad, blow: () => Promise<unknown>): Promise<Struck> {
  const times: number[] = [];
  const own: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.untilMore(BETWEEN, 60);
    const line = await openLine(DATA_DIR);
    await blow();
    const began = performance.now();
    const database = line.ended.then(() => untilBack(DATA_DIR)).then(() => performance.now() - began);
    const [ms, databaseMs] = await Promise.all([load.untilMore(1, 90), database]);
    times.push(ms);
    own.push(ms - databaseMs);
  }
  await load.stop();
  return { longestMs: Math.max(...times), ownMs: Math.max(0, ...own) };
}

/** The end of a connection that is open before a blow: until then PostgreSQL itself may not have noticed it. */
async function openLine(DATA_DIR: string): Promise<{ ended: Promise<unknown> }> {
  const client = new pg.Client(socketOf(DATA_DIR));
  client.on("error", () => {});
  const ended = new Promise((resolve) => client.once("end", resolve));
  await client.connect();
  return { ended };
}

const untilBack = (DATA_DIR: string) =>
  until(
    () =>
      onDatabase(DATA_DIR, (client) => client.query("select 1")).then(
        () => true,
        () => false,
      ),
    60,
  );

test("kill -9 of PostgreSQL under eight writers: what was acknowledged is there once, and the portal goes on", async (context) => {
  const DATA_DIR = temporaryFolder();
  const program = await started({ DATA_DIR });
  const load = await onDatabase(DATA_DIR, (client) => startWriting(client, () => program.url));
  const { longestMs, ownMs } = await struck(DATA_DIR, load, async () =>
    process.kill(postmasterOf(DATA_DIR), "SIGKILL"),
  );
  expect(await onDatabase(DATA_DIR, load.wrong)).toEqual([]);
  keepEvidence(context, {
    figure: "F-30",
    asked: `${KILLS} kills: nothing acknowledged is lost or doubled; a row sent after the kill is written within ${BACK_MS / 1000} s without a restart, within ${OWN_MS / 1000} s once PostgreSQL is back; 503 meanwhile`,
    measured: `${load.acknowledged()} acknowledged, all there once; ${back({ longestMs, ownMs })}; answers: ${told(load)}`,
    held: longestMs < BACK_MS,
  });
  expect([...load.statuses.keys()].sort()).toEqual([200, 503]);
  expect(ownMs).toBeLessThan(OWN_MS);
  expect(load.slowestMs()).toBeLessThan(BACK_MS);
  expect(await stopProgram(program)).toBe(0);
});

test("kill -9 of one backend under eight writers: nothing acknowledged is lost, and the portal lives", async (context) => {
  const DATA_DIR = temporaryFolder();
  const program = await started({ DATA_DIR });
  const load = await onDatabase(DATA_DIR, (client) => startWriting(client, () => program.url));
  const { longestMs, ownMs } = await struck(DATA_DIR, load, () =>
    onDatabase(DATA_DIR, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name like 'portal%' and backend_type = 'client backend'
          order by query_start desc limit 1`,
      );
      const pid = rows[0]?.pid ?? 0;
      expect(pid).toBeGreaterThan(0);
      process.kill(pid, "SIGKILL");
    }),
  );
  expect(program.child.exitCode).toBeNull();
  expect(await onDatabase(DATA_DIR, load.wrong)).toEqual([]);
  keepEvidence(context, {
    figure: "F-31",
    asked: `${KILLS} backends killed: nothing acknowledged is lost, the process lives; a row sent after the kill is written within ${BACK_MS / 1000} s, within ${OWN_MS / 1000} s once PostgreSQL is back`,
    measured: `${load.acknowledged()} acknowledged, all there once; ${back({ longestMs, ownMs })}; answers: ${told(load)}`,
    held: longestMs < BACK_MS,
  });
  expect(ownMs).toBeLessThan(OWN_MS);
  await stopProgram(program);
});

test("kill -9 of the portal under eight writers: the same keys sent again find each row written once", async (context) => {
  const DATA_DIR = temporaryFolder();
  let program = await started({ DATA_DIR });
  const PORT = new URL(program.url).port;
  const load = await onDatabase(DATA_DIR, (client) => startWriting(client, () => program.url));
  const { longestMs, ownMs } = await struck(DATA_DIR, load, async () => {
    program.child.kill("SIGKILL");
    await program.ended;
    // Where the port is held for a moment by connections that the dead process had.
    for (let again = 0; ; again += 1)
      try {
        program = await started({ DATA_DIR, PORT });
        return;
      } catch (fault) {
        if (again === 3) throw fault;
        await pause(500);
      }
  });
  expect(await onDatabase(DATA_DIR, load.wrong)).toEqual([]);
  keepEvidence(context, {
    figure: "F-32",
    asked: `${KILLS} kills: nothing acknowledged is lost; a repetition with the same key writes once; a row sent after the new start is written within ${OWN_MS / 1000} s`,
    measured: `${load.acknowledged()} acknowledged, all there once; written within ${(longestMs / 1000).toFixed(1)} s; answers: ${told(load)}`,
  });
  expect(ownMs).toBeLessThan(OWN_MS);
  await stopProgram(program);
});
