import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyTemplate, templateCluster } from "../testing/database.ts";
import { told } from "./bench-process.ts";
import { type Figure, under } from "./table.ts";

const STUDENTS = 100_000;
const ENTRANTS = 3_000;
const BILLS = 20_000;

/** A college with a hundred thousand students: who becomes one, what they are billed, and how the office finds them. */
export async function studentFigures(): Promise<Figure[]> {
  const cluster = await templateCluster();
  const copy = await copyTemplate(cluster);
  const dataDir = mkdtempSync(join(tmpdir(), "portal-bench-"));
  const child = fork("bench/student-process.ts", [cluster.host, cluster.user, copy.name, dataDir]);
  try {
    return await measured(child);
  } finally {
    child.disconnect();
    await once(child, "exit");
    await copy.drop();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measured(child: ChildProcess): Promise<Figure[]> {
  const { url, cookie } = await told<{ url: string; cookie: string }>(child);
  await wished(child, "students", STUDENTS);
  const handOver = await wished<number>(child, "hand-over", ENTRANTS);
  const bills = await wished<number>(child, "bills", BILLS);
  const { lists, scans, files } = await wished<Questions>(child, "questions", STUDENTS);
  const asked = (path: string) => timed(url, cookie, path);
  const whole: number[] = [];
  for (const file of files) {
    const parts = [
      `/staff/ms_student/${file}`,
      `/staff/ms_student/${file}/summary`,
      `/staff/ms_student/${file}/history`,
    ];
    whole.push(Math.max(...(await Promise.all(parts.map(asked)))));
  }
  const times: number[] = [];
  for (const list of lists) times.push(await asked(list));
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  return [
    under(`${ENTRANTS} people handed over, one transaction each`, handOver, 60, "s"),
    under(`${BILLS} bills made in one run`, bills, 20, "s"),
    under(`${lists.length} questions to the lists over ${STUDENTS} students, p95`, p95(times), 300, "ms"),
    under("a student as a whole, p95", p95(whole), 300, "ms"),
    under("pages of these lists that are fetched by reading a whole table", scans.length, 0, "pages"),
  ];
}

interface Questions {
  readonly lists: readonly string[];
  readonly scans: readonly string[];
  /** Students by `_id`. */
  readonly files: readonly string[];
}

async function timed(url: string, cookie: string, path: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}/api${path}`, { headers: { cookie } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return performance.now() - begun;
}

function p95(times: readonly number[]): number {
  const ordered = [...times].sort((one, other) => one - other);
  return ordered[Math.floor((ordered.length - 1) * 0.95)] ?? Number.POSITIVE_INFINITY;
}

async function wished<T>(child: ChildProcess, deed: string, count: number): Promise<T> {
  child.send([deed, count]);
  return (await told<{ answer: T }>(child)).answer;
}
