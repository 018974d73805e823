import type { ChildProcess } from "node:child_process";
import { inOrder, onCopy, told, wished } from "./bench-process.ts";
import { asker, p95, p95Of } from "./one-by-one.ts";
import { overHttp } from "./over-http.ts";
import { inTurns } from "./rates.ts";
import { type Figure, share, under } from "./table.ts";

const STUDENTS = 100_000;
const ENTRANTS = 3_000;
const BILLS = 20_000;

/** A college with a hundred thousand students: who becomes one, what they are billed, and how the office finds them. */
export const studentFigures = (): Promise<Figure[]> => onCopy("bench/student-process.ts", measured);

async function measured(child: ChildProcess): Promise<Figure[]> {
  const { url, cookie } = await told<{ url: string; cookie: string }>(child);
  await wished(child, "students", STUDENTS);
  const handOver = await wished<number>(child, "hand-over", ENTRANTS);
  const bills = await wished<number>(child, "bills", BILLS);
  const { lists, scans, files } = await wished<Questions>(child, "questions", STUDENTS);
  const asked = asker(url, cookie);
  const whole: number[] = [];
  for (const file of files) whole.push(Math.max(...(await Promise.all(partsOf(file).map(asked)))));
  const listed = await p95Of("the students' lists", lists, asked);
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  return [
    under(`${ENTRANTS} people handed over, one transaction each`, handOver, 60, "s"),
    under(`${BILLS} bills made in one run`, bills, 20, "s"),
    await home(child, url),
    under(`${lists.length} questions to the lists over ${STUDENTS} students, p95`, listed, 300, "ms"),
    under("a student as a whole, p95", p95(whole), 300, "ms"),
    under("pages of these lists that are fetched by reading a whole table", scans.length, 0, "pages"),
  ];
}

/** All that the page of a student asks for at once, by somebody who may read all of it. */
const partsOf = ({ _id, application }: StudentFile): string[] => [
  `/staff/ms_student/${_id}`,
  `/staff/ms_student/${_id}/summary`,
  `/staff/ms_student/${_id}/history`,
  `/staff/ms_student_merge/student/${_id}`,
  `/staff/ms_hold?student=${_id}&lifted=false`,
  `/staff/ms_student_status/student/${_id}`,
  `/staff/ms_tuition_account/${_id}/account`,
  `/staff/ms_clearance/${application}/list`,
  `/staff/ms_outgoing_list/student/${_id}`,
  `/staff/ms_record_correction/about/student/${_id}`,
];

async function home(child: ChildProcess, url: string): Promise<Figure> {
  const { cookies, bareUrl } = await wished<{ cookies: string[]; bareUrl: string }>(child, "home", 2_000);
  const cookie = inOrder(cookies);
  const ours = async () => (await overHttp(url, () => ({ path: "/api/student/home", cookie: cookie() }))).perSecond;
  const bare = async () => (await overHttp(bareUrl, () => ({ path: "/home" }))).perSecond;
  return share("the student's first page, signed in / bare route, same query", await inTurns(ours, bare), 0.6);
}

interface StudentFile {
  readonly _id: string;
  readonly application: string;
}

interface Questions {
  readonly lists: readonly string[];
  readonly scans: readonly string[];
  readonly files: readonly StudentFile[];
}
