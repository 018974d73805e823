import { spawnSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { isRoot, startProgram, stopProgram, sweep, temporaryFolder } from "../../testing/program.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 180_000 });
afterEach(sweep);

const FULL_MS = 15_000;

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
    const load = await startWriting(client, () => program.url);
    await load.untilMore(40, 60);
    await client.query("select pg_switch_wal()");
    spawnSync("dd", ["if=/dev/zero", `of=${disk}/ballast`, "bs=64k"]);
    const read = new Set<number>();
    for (const end = Date.now() + FULL_MS; Date.now() < end; await pause(200))
      read.add((await fetch(`${program.url}/healthz`)).status);
    const atFull = load.acknowledged();
    truncateSync(join(disk, "ballast"), 0);
    const healed = await load.untilMore(20, 60);
    await load.stop();
    const after = new pg.Client({ host: join(DATA_DIR, "postgres"), user: "portal", database: "postgres" });
    await after.connect();
    expect(await load.wrong(after)).toEqual([]);
    await after.end();
    await client.end().catch(() => {});
    keepEvidence(context, {
      figure: "F-33",
      asked: `a full disk for ${FULL_MS / 1000} s: answers 200 or 503, nothing acknowledged is lost, writes again with room`,
      measured: `${load.acknowledged()} acknowledged (${atFull} by then), all there once; writes again after ${(healed / 1000).toFixed(1)} s; answers: ${[...load.statuses].map(([status, count]) => `${count} × ${status || "none"}`).join(", ")}`,
    });
    expect([...read]).toEqual([200]);
    expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await stopProgram(program)).toBe(0);
  } finally {
    // What a failed test left running is ended after it.
    spawnSync("umount", ["-l", disk]);
  }
});
