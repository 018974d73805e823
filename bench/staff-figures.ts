import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { onCopy, told } from "./bench-process.ts";
import { asker, exported, p95Of } from "./one-by-one.ts";
import { asCount, type Figure, under } from "./table.ts";

const ROWS = 100_000;

interface Ready {
  readonly url: string;
  readonly cookie: string;
  /** Every list, order, filter and search that is asked. */
  readonly lists: readonly string[];
  /** Those whose page is fetched by reading a whole table. */
  readonly scans: readonly string[];
}

/** The office's lists and files over 100,000 rows each: one person asks, one question after the other. */
export const staffFigures = (): Promise<Figure[]> =>
  onCopy(
    "bench/staff-process.ts",
    async (child) => {
      const ready = await told<Ready>(child);
      return [...(await listFigures(ready)), ...(await exportFigures(ready, child))];
    },
    String(ROWS),
  );

async function listFigures({ url, cookie, lists, scans }: Ready): Promise<Figure[]> {
  const most = await p95Of("the office", lists, asker(url, cookie));
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  return [
    under(`${lists.length} questions to staff lists of ${asCount(ROWS)} rows, p95`, most, 300, "ms"),
    under("pages of them that are fetched by reading a whole table", scans.length, 0, "pages"),
  ];
}

async function exportFigures({ url, cookie }: Ready, child: ChildProcess): Promise<Figure[]> {
  const peak = async () => {
    child.send("peak");
    const [answer] = (await once(child, "message")) as [{ peak: number }];
    return answer.peak / 1e6;
  };
  // What the lists took stands; the file is measured on top of it.
  await peak();
  const before = await peak();
  const { first, whole, lines } = await exported(url, cookie, "/staff/ms_staff");
  if (lines < ROWS) throw new Error(`the file has ${lines} lines only`);
  console.log(`CSV of ${lines} lines in ${Math.round(whole)} ms`);
  return [
    under("CSV of 100,000 rows, first byte", first, 1_000, "ms"),
    under("CSV of 100,000 rows, memory beyond before", Math.max(0, (await peak()) - before), 100, "MB"),
  ];
}
