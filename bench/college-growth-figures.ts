import type { ChildProcess } from "node:child_process";
import { onCopy, told, wished } from "./bench-process.ts";
import type { Questions } from "./list-questions.ts";
import { type Asker, asker, exported, p95Of, questioned } from "./one-by-one.ts";
import { asCount, type Figure, growing, under } from "./table.ts";
import type { GradedCollege } from "./transcript-figures.ts";

interface Grown {
  readonly questions: { readonly p95: number; readonly slowest: number };
  readonly record: number;
  readonly broadsheet: number;
  readonly file: number;
  readonly move: number;
  /** Milliseconds for every record made anew. */
  readonly records: number;
  readonly scans: number;
}

/** What the office asks of a college with a growing number of students, each with sixty results. */
export async function collegeGrowthFigures(sizes: readonly number[]): Promise<Figure[]> {
  const grown: Grown[] = [];
  for (const size of sizes) grown.push(await onCopy("bench/grading-process.ts", (child) => measured(child, size)));
  const times = (of: Exclude<keyof Grown, "questions">) => grown.map((one) => one[of]);
  const questions = (of: keyof Grown["questions"]) => grown.map((one) => one.questions[of]);
  const [largest = 0] = sizes.toReversed();
  return [
    growing("every question to the lists of students, p95", sizes, questions("p95"), 300),
    growing("the slowest of these questions, the middle of three", sizes, questions("slowest"), 1_000),
    growing("the record of a student with sixty results, p95", sizes, times("record"), 300),
    growing("the broadsheet of a class of 300, p95", sizes, times("broadsheet"), 500),
    growing("a class of 300 moved into its next year, proposed to done", sizes, times("move"), 10_000),
    growing("the list of students as a file, whole", sizes, times("file"), 20_000 * Math.max(1, largest / 100_000)),
    growing("every record made anew", sizes, times("records"), largest),
    under(
      `pages of lists over ${asCount(largest)} fetched by reading a whole table`,
      grown.at(-1)?.scans ?? 1,
      0,
      "pages",
    ),
  ];
}

async function measured(child: ChildProcess, students: number): Promise<Grown> {
  const college = await told<GradedCollege>(child);
  const begun = performance.now();
  await wished(child, "fill", students);
  console.log(`${asCount(students)} students with 60 results in ${Math.round((performance.now() - begun) / 1000)} s`);
  const asked: Asker = asker(college.url, college.cookie);
  const { lists, scans } = await wished<Questions>(child, "questions", students);
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  const who = (what: string) => `${what} among ${asCount(students)}`;
  return {
    scans: scans.length,
    questions: await questioned(who("the lists"), lists, asked),
    record: await p95Of(who("records"), await wished<string[]>(child, "records"), asked, 20),
    broadsheet: await p95Of(who("a broadsheet"), [await wished<string>(child, "broadsheet")], asked, 40),
    file: (await exported(college.url, college.cookie, "/staff/ms_student")).whole,
    move: await moveClass(child, college),
    records: 1_000 * (await wished<number>(child, "recompute")),
  };
}

/** Milliseconds from the proposal, with what becomes of each, to the last who is moved. */
async function moveClass(child: ChildProcess, { url, origin, cookie, second }: GradedCollege): Promise<number> {
  const step = await wished<object>(child, "step");
  const posted = async <T>(who: string, path: string, body: unknown): Promise<T> => {
    const headers = { cookie: who, origin, "content-type": "application/json" };
    const response = await fetch(`${url}/api/staff/ms_progression${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200 || text.includes('"type":"error"'))
      throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const begun = performance.now();
  const { _id } = await posted<{ _id: string }>(cookie, "", step);
  const outcomes = await fetch(`${url}/api/staff/ms_progression/${_id}/outcomes`, { headers: { cookie: second } });
  const { version } = (await outcomes.json()) as { version: number };
  await posted(second, `/${_id}/approve`, { seen: version });
  const moved = await wished<number>(child, "move");
  if (moved < 150) throw new Error(`${moved} of the class were moved`);
  return performance.now() - begun;
}
