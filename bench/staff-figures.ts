import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyTemplate, templateCluster } from "../testing/database.ts";
import { type Figure, under } from "./table.ts";

const ROWS = 100_000;
const TIMES = 3;

interface Ready {
  readonly url: string;
  readonly cookie: string;
  /** Every list, order, filter and search that is asked. */
  readonly lists: readonly string[];
  /** Those whose page is fetched by reading a whole table. */
  readonly scans: readonly string[];
}

/** The office's lists and files over 100,000 rows each: one person asks, one question after the other. */
export async function staffFigures(): Promise<Figure[]> {
  const cluster = await templateCluster();
  const copy = await copyTemplate(cluster);
  const dataDir = mkdtempSync(join(tmpdir(), "portal-bench-"));
  const child = fork("bench/staff-process.ts", [cluster.host, cluster.user, copy.name, dataDir, String(ROWS)]);
  try {
    const [ready] = (await once(child, "message")) as [Ready];
    return [...(await listFigures(ready)), ...(await exportFigures(ready, child))];
  } finally {
    child.disconnect();
    await once(child, "exit");
    await copy.drop();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function listFigures({ url, cookie, lists, scans }: Ready): Promise<Figure[]> {
  const times: { path: string; ms: number }[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    for (const path of lists) {
      const begun = performance.now();
      const response = await fetch(`${url}/api${path}`, { headers: { cookie } });
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      await response.text();
      times.push({ path, ms: performance.now() - begun });
    }
  }
  times.sort((one, other) => one.ms - other.ms);
  const at = (share: number) =>
    times[Math.floor((times.length - 1) * share)] ?? { path: "", ms: Number.POSITIVE_INFINITY };
  const questions = `${lists.length} questions to staff lists of ${ROWS.toLocaleString("en")} rows`;
  console.log(`slowest: ${at(1).path} ${Math.round(at(1).ms)} ms; middle ${Math.round(at(0.5).ms)} ms`);
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  return [
    under(`${questions}, p95`, at(0.95).ms, 300, "ms"),
    {
      name: "pages of them that are fetched by reading a whole table",
      measured: `${scans.length} pages`,
      ceiling: "0 pages",
      held: scans.length === 0 ? "none" : "see above",
      holds: scans.length === 0,
    },
  ];
}

async function exportFigures({ url, cookie }: Ready, child: ReturnType<typeof fork>): Promise<Figure[]> {
  const peak = async () => {
    child.send("peak");
    const [answer] = (await once(child, "message")) as [{ peak: number }];
    return answer.peak / 1e6;
  };
  // What the lists took stands; the file is measured on top of it.
  await peak();
  const before = await peak();
  const begun = performance.now();
  const response = await fetch(`${url}/api/staff/ms_staff/export`, { headers: { cookie } });
  let first = Number.POSITIVE_INFINITY;
  let lines = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (first === Number.POSITIVE_INFINITY) first = performance.now() - begun;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  if (lines < ROWS) throw new Error(`the file has ${lines} lines only`);
  console.log(`CSV of ${lines} lines in ${Math.round(performance.now() - begun)} ms`);
  return [
    under("CSV of 100,000 rows, first byte", first, 1_000, "ms"),
    under("CSV of 100,000 rows, memory beyond before", Math.max(0, (await peak()) - before), 100, "MB"),
  ];
}
