import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statfsSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { openDatabase } from "../../src/platform/database/connect.server.ts";
import { type Person, type Reply, signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { gradient } from "../../testing/pictures.ts";
import type { TestPortal } from "../../testing/portal.ts";
import {
  checkout,
  isRoot,
  type Program,
  startProgram,
  stopProgram,
  sweep,
  temporaryFolder,
} from "../../testing/program.ts";
import { sendFile } from "../../testing/upload.ts";
import { insist } from "../../testing/visitor.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 180_000 });
afterEach(sweep);

const FULL_MS = 15_000;
/** Slower than sixty photographs in that time, which are what one may send in an hour. */
const PAUSE_MS = 400;

/** Nobody may wait longer for an answer, and the machine may be busy besides. */
const ANSWERED_MS = 10_000;

/** An answer and the milliseconds that it took. */
interface Answer extends Pick<Reply, "status" | "body"> {
  readonly ms: number;
}

async function answered(ask: Promise<Reply>): Promise<Answer> {
  const began = performance.now();
  const { status, body } = await ask;
  return { status, body, ms: performance.now() - began };
}

/** Somebody who is signed in before the disk is full. */
async function somebody(program: Program, DATA_DIR: string): Promise<Person> {
  const pool = new pg.Pool({
    ...{ host: join(DATA_DIR, "postgres"), user: "portal", database: "postgres" },
    options: "-c search_path=portal",
  });
  pool.on("error", () => {});
  return signedInApplicant({ url: program.url, db: openDatabase(pool) } as TestPortal).finally(() => pool.end());
}

const countOf = (answers: readonly Answer[]) => {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
};

/** The share of a disk that is free below which the office is called; of the alert itself. */
function alertsBelow(): number {
  const alerts = readFileSync(join(checkout, "operation/monitoring/alerts.yml"), "utf8");
  const [, share] = /node_filesystem_avail_bytes\S* \/ node_filesystem_size_bytes < ([\d.]+)/.exec(alerts) ?? [];
  expect(share).toBeDefined();
  return Number(share);
}

/** What the collector of a machine's figures reads of a disk. */
function freeShareOf(disk: string): number {
  const { bavail, blocks } = statfsSync(disk);
  return bavail / blocks;
}

const filesIn = (DATA_DIR: string): string[] => {
  try {
    return readdirSync(join(DATA_DIR, "files")).sort();
  } catch {
    return [];
  }
};

test("a disk that fills while eight people write: 503 until there is room, reading goes on, nothing acknowledged is lost", async (context) => {
  expect(isRoot, "only root may mount a small disk").toBe(true);
  const disk = temporaryFolder();
  expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=400m", "none", disk]).status).toBe(0);
  try {
    const DATA_DIR = join(disk, "data");
    const program = await startProgram({ DATA_DIR });
    await program.ready;
    const client = new pg.Client({ host: join(DATA_DIR, "postgres"), user: "portal", database: "postgres" });
    client.on("error", () => {});
    await client.connect();
    const me = await somebody(program, DATA_DIR);
    const photograph = await gradient().jpeg().toBuffer();
    const send = () => sendFile(program, me, "photo", photograph, "me.jpg");
    expect((await insist(send)).status).toBe(200);
    const filesBefore = filesIn(DATA_DIR);
    expect(filesBefore).toHaveLength(1);
    expect(freeShareOf(disk)).toBeGreaterThan(alertsBelow());
    const load = await startWriting(client, () => program.url);
    await load.untilMore(40, 60);
    await client.query("select pg_switch_wal()");
    spawnSync("dd", ["if=/dev/zero", `of=${disk}/ballast`, "bs=64k"]);
    const reads: Answer[] = [];
    const uploads: Answer[] = [];
    for (const end = Date.now() + FULL_MS; Date.now() < end; await pause(PAUSE_MS)) {
      reads.push(await answered(me.get("/ms_dashboard")));
      uploads.push(await answered(send()));
    }
    const freeShare = freeShareOf(disk);
    expect(filesIn(DATA_DIR)).toEqual(filesBefore);
    const atFull = load.acknowledged();
    truncateSync(join(disk, "ballast"), 0);
    const healed = await load.untilMore(20, 60);
    await load.stop();
    expect((await insist(send)).status).toBe(200);
    expect(filesIn(DATA_DIR)).toHaveLength(2);
    const after = new pg.Client({ host: join(DATA_DIR, "postgres"), user: "portal", database: "postgres" });
    await after.connect();
    expect(await load.wrong(after)).toEqual([]);
    await after.end();
    await client.end().catch(() => {});
    const slowestMs = Math.max(load.slowestMs(), ...[...reads, ...uploads].map(({ ms }) => ms));
    keepEvidence(context, {
      figure: "F-33",
      asked: `a full disk for ${FULL_MS / 1000} s: writes answered 200 or 503, a signed-in dashboard 200, a photograph 503 with a sentence and without half a file; all within ${ANSWERED_MS / 1000} s; the alert's figure below ${alertsBelow()}; nothing acknowledged is lost, and with room all works`,
      measured: `${load.acknowledged()} acknowledged (${atFull} by then), all there once; dashboards ${countOf(reads)}, photographs ${countOf(uploads)}, no file more; the slowest answer ${(slowestMs / 1000).toFixed(1)} s; ${(freeShare * 100).toFixed(1)} % free; writes again after ${(healed / 1000).toFixed(1)} s; answers: ${[...load.statuses].map(([status, count]) => `${count} × ${status || "none"}`).join(", ")}`,
    });
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(uploads.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { body } of uploads) expect(body.message).toMatch(/^[A-Z].+ (again|moment|minute)/);
    expect(freeShare).toBeLessThan(alertsBelow());
    expect(slowestMs).toBeLessThan(ANSWERED_MS);
    expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await stopProgram(program)).toBe(0);
  } finally {
    // What a failed test left running is ended after it.
    spawnSync("umount", ["-l", disk]);
  }
});
