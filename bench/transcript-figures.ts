import type { ChildProcess } from "node:child_process";
import { wished } from "./bench-process.ts";
import { p95 } from "./one-by-one.ts";
import { type Figure, under } from "./table.ts";

export interface GradedCollege {
  readonly url: string;
  readonly origin: string;
  /** Of a member of staff who holds every page. */
  readonly cookie: string;
  /** Of another one. */
  readonly second: string;
}

const ORDERS = 60;
/** Until every statement is planned. */
const FIRST = 10;

interface Made {
  readonly serial: string;
}

interface Read {
  readonly version: number;
  readonly paper: {
    readonly content: { readonly semesters: readonly { readonly courses: readonly unknown[] }[] };
  } | null;
}

/** Transcripts of sixty results each, made by one and signed off by another, one after the other. */
export async function transcriptFigures(
  child: ChildProcess,
  { url, origin, cookie, second }: GradedCollege,
): Promise<Figure[]> {
  const orders = await wished<string[]>(child, "orders", ORDERS);
  const times = { make: [] as number[], paper: [] as number[], sign: [] as number[], file: [] as number[] };
  const asked = async <T>(deed: keyof typeof times, who: string, path: string, body?: unknown): Promise<T> => {
    const begun = performance.now();
    const response = await fetch(`${url}/api/staff/ms_transcript${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      headers: { cookie: who, origin, ...(body !== undefined && { "content-type": "application/json" }) },
    });
    const text = await response.text();
    if (response.status !== 200 || text.includes('"type":"error"'))
      throw new Error(`${deed}: ${response.status} ${text}`);
    times[deed].push(performance.now() - begun);
    return (deed === "file" ? text : JSON.parse(text)) as T;
  };
  for (const [place, order] of orders.entries()) {
    await asked<Made>("make", cookie, "", { order });
    const { paper, version } = await asked<Read>("paper", cookie, `/${order}/paper`);
    const marks = paper?.content.semesters.flatMap(({ courses }) => courses).length;
    if (marks !== 60) throw new Error(`the transcript has ${marks} results`);
    await asked("sign", second, `/${order}/sign`, { seen: version });
    await asked("file", cookie, `/${order}/file`);
    if (place < FIRST) for (const some of Object.values(times)) some.length = 0;
  }
  return [
    under("a transcript of sixty results made from the record, p95", p95(times.make), 300, "ms"),
    under("its paper read, p95", p95(times.paper), 300, "ms"),
    under("its file made and signed off, p95", p95(times.sign), 300, "ms"),
    under("the file read, p95", p95(times.file), 300, "ms"),
  ];
}
