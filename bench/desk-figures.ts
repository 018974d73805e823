import type { ChildProcess } from "node:child_process";
import { usualScheme } from "../src/selection/merit-scheme/merit-scheme.contract.ts";
import { federalQuotas } from "../testing/merit.ts";
import { onCopy, told } from "./bench-process.ts";
import type { Questions } from "./list-questions.ts";
import { asker, exported, p95, questioned, timesOf } from "./one-by-one.ts";
import { middleOf } from "./rates.ts";
import { asCount, type Figure, growing, under } from "./table.ts";

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
  const times: Record<"list" | "question" | "slowest" | "file" | "run" | "export", number[]> = {
    ...{ list: [], question: [], slowest: [], file: [], run: [], export: [] },
  };
  let scans: readonly string[] = [];
  for (const size of sizes) {
    const { files, session } = await wished<Grown>(child, size);
    const questions = await wished<Questions>(child, "lists");
    scans = questions.scans;
    await timesOf(["/staff/ms_review"], asked, 20);
    times.list.push(p95(await timesOf(["/staff/ms_review"], asked, TIMES)));
    const one = await questioned(`the desks at ${asCount(size)}`, questions.lists, asked);
    times.question.push(one.p95);
    times.slowest.push(one.slowest);
    times.file.push(p95(await timesOf(files, asked, TIMES)));
    times.run.push(await middleRun(url, cookie, session));
    times.export.push((await exported(url, cookie, "/staff/ms_review")).whole);
  }
  const [largest = 0] = sizes.toReversed();
  const boards = await timesOf(["/staff/ms_staff_dashboard/counts"], asked, TIMES);
  console.log(`dashboard over ${asCount(largest)}, counted anew: ${Math.round(boards[0] ?? 0)} ms`);
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  // What works through everybody may take longer for more of them; what a person asks for may not.
  const hundredThousands = Math.max(1, largest / 100_000);
  return [
    growing("merit run, kept, the middle of three", sizes, times.run, 5_000 * hundredThousands),
    growing("the review list as a file, whole", sizes, times.export, 20_000 * hundredThousands),
    growing("review list, first page, p95", sizes, times.list, 300),
    growing("every question to the desks' lists, p95", sizes, times.question, 300),
    growing("the slowest of these questions, the middle of three", sizes, times.slowest, 1_000),
    growing("file page, p95", sizes, times.file, 300),
    under(`dashboard over ${asCount(largest)} applications, p95`, p95(boards), 300, "ms"),
    under(`pages of lists over ${asCount(largest)} fetched by reading a whole table`, scans.length, 0, "pages"),
  ];
}

/** Where one is not answered it takes for ever, and the rest is measured all the same. */
async function middleRun(url: string, cookie: string, session: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1)
    times.push(
      await meritRun(url, cookie, session).catch((fault: unknown) => {
        console.error("a merit run:", fault);
        return Number.POSITIVE_INFINITY;
      }),
    );
  return middleOf(times);
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
