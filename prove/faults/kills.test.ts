import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { type Program, startProgram, stopProgram, sweep, temporaryFolder } from "../../testing/program.ts";
import { startWriting, type WritingLoad } from "../../testing/writing-load.ts";

const KILLS = Number(process.env.KILLS ?? 20);
vi.setConfig({ testTimeout: 60_000 + KILLS * 30_000 });
afterEach(sweep);

/** What is written between two blows. */
const BETWEEN = 20;

/** How soon the portal must write again, in milliseconds. */
const BACK_MS = 10_000;

const socketOf = (DATA_DIR: string) => ({ host: join(DATA_DIR, "postgres"), user: "portal", database: "postgres" });

async function onDatabase<T>(DATA_DIR: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(socketOf(DATA_DIR));
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

/** `blow` falls again and again while eight people write; answers how long each time nobody could write, the longest last. */
async function struck(load: WritingLoad, blow: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.untilMore(BETWEEN, 60);
    await blow();
    times.push(await load.untilMore(1, 60));
  }
  await load.stop();
  return times.sort((one, other) => one - other);
}

test("kill -9 of PostgreSQL under eight writers: what was acknowledged is there once, and the portal goes on", async (context) => {
  const DATA_DIR = temporaryFolder();
  const program = await started({ DATA_DIR });
  const load = await onDatabase(DATA_DIR, (client) => startWriting(client, () => program.url));
  const times = await struck(load, async () => process.kill(postmasterOf(DATA_DIR), "SIGKILL"));
  expect(await onDatabase(DATA_DIR, load.wrong)).toEqual([]);
  const longest = times.at(-1) ?? 0;
  keepEvidence(context, {
    figure: "F-30",
    asked: `${KILLS} kills: nothing acknowledged is lost or doubled; writes again within ${BACK_MS / 1000} s without a restart; 503 meanwhile`,
    measured: `${load.acknowledged()} acknowledged, all there once; back within ${(longest / 1000).toFixed(1)} s; answers: ${told(load)}`,
  });
  expect([...load.statuses.keys()].sort()).toEqual([200, 503]);
  expect(longest).toBeLessThan(BACK_MS);
  expect(load.slowestMs()).toBeLessThan(BACK_MS);
  expect(await stopProgram(program)).toBe(0);
});

test("kill -9 of one backend under eight writers: nothing acknowledged is lost, and the portal lives", async (context) => {
  const DATA_DIR = temporaryFolder();
  const program = await started({ DATA_DIR });
  const load = await onDatabase(DATA_DIR, (client) => startWriting(client, () => program.url));
  const times = await struck(load, () =>
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
  const longest = times.at(-1) ?? 0;
  keepEvidence(context, {
    figure: "F-31",
    asked: `${KILLS} backends killed: nothing acknowledged is lost, the process lives`,
    measured: `${load.acknowledged()} acknowledged, all there once; back within ${(longest / 1000).toFixed(1)} s; answers: ${told(load)}`,
  });
  expect(longest).toBeLessThan(BACK_MS);
  await stopProgram(program);
});

test("kill -9 of the portal under eight writers: the same keys sent again find each row written once", async (context) => {
  const DATA_DIR = temporaryFolder();
  let program = await started({ DATA_DIR });
  const PORT = new URL(program.url).port;
  const load = await onDatabase(DATA_DIR, (client) => startWriting(client, () => program.url));
  await struck(load, async () => {
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
    asked: `${KILLS} kills: nothing acknowledged is lost; a repetition with the same key writes once`,
    measured: `${load.acknowledged()} acknowledged, all there once; answers: ${told(load)}`,
  });
  await stopProgram(program);
});
