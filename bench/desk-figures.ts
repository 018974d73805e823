import type { ChildProcess } from "node:child_process";
import { usualScheme } from "../src/selection/merit-scheme/merit-scheme.contract.ts";
import { federalQuotas } from "../testing/merit.ts";
import { onCopy, told } from "./bench-process.ts";
import { type Asker, asker, p95, p95Of, timesOf } from "./one-by-one.ts";
import { type Figure, growing, under } from "./table.ts";

const usual: readonly number[] = [1_000, 10_000, 100_000];

/** How often each list and file is asked for at each size. */
const TIMES = 200;

/** Both desks over a growing number of applications: one person asks, one question after the other. */
export const deskFigures = (sizes = usual): Promise<Figure[]> =>
  onCopy("bench/desk-process.ts", (child) => measured(child, sizes));

interface Grown {
  readonly files: readonly string[];
  readonly session: string;
}

async function measured(child: ChildProcess, sizes: readonly number[]): Promise<Figure[]> {
  const { url, officers } = await told<{ url: string; officers: readonly [string, string] }>(child);
  const [cookie] = officers;
  const asked = asker(url, cookie);
  const lists: number[] = [];
  const files: number[] = [];
  const runs: number[] = [];
  let latest: Grown = { files: [], session: "" };
  for (const size of sizes) {
    latest = await wished<Grown>(child, size);
    await timesOf(["/staff/ms_review"], asked, 20);
    lists.push(p95(await timesOf(["/staff/ms_review"], asked, TIMES)));
    files.push(p95(await timesOf(latest.files, asked, TIMES)));
    runs.push(await middleRun(url, cookie, latest.session));
  }
  const boards = await timesOf(["/staff/ms_staff_dashboard/counts"], asked, TIMES);
  console.log(`dashboard over ${sizes.at(-1)?.toLocaleString("en")}, counted anew: ${Math.round(boards[0] ?? 0)} ms`);
  return [
    growing("merit run, kept, the middle of three", sizes, runs, 5_000),
    growing("review list, first page, p95", sizes, lists, 300),
    growing("file page, p95", sizes, files, 300),
    under(`dashboard over ${sizes.at(-1)?.toLocaleString("en")} applications, p95`, p95(boards), 300, "ms"),
    ...(await everyQuestion(child, asked)),
  ];
}

/** All that the large lists can be asked for, beside the limit; and the pages that read a whole table. */
async function everyQuestion(child: ChildProcess, asked: Asker): Promise<Figure[]> {
  const { lists, scans } = await wished<{ lists: string[]; scans: string[] }>(child, "lists");
  const most = await p95Of("the desks", lists, asked);
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  return [
    under(`${lists.length} questions to the desks' lists over 100,000 applications, p95`, most, 300, "ms"),
    under("pages of them that are fetched by reading a whole table", scans.length, 0, "pages"),
  ];
}

async function middleRun(url: string, cookie: string, session: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) times.push(await meritRun(url, cookie, session));
  return times.sort((one, other) => one - other)[1] ?? Number.POSITIVE_INFINITY;
}

async function meritRun(url: string, cookie: string, session: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}/api/staff/ms_merit_run`, {
    method: "POST",
    headers: { cookie, origin: "http://localhost:3997", "content-type": "application/json" },
    body: JSON.stringify({ session, scheme: { ...usualScheme, quotas: federalQuotas } }),
  });
  const body = await response.text();
  if (response.status !== 200 || !body.includes('"success"')) throw new Error(`the merit run answered ${body}`);
  return performance.now() - begun;
}

function wished<T>(child: ChildProcess, wish: number | "lists"): Promise<T> {
  child.send(wish);
  return told<T>(child);
}
