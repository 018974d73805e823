import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { RecordShown } from "../src/grading/student-result/student-result.contract.ts";
import { weightOf, wished } from "./bench-process.ts";
import { OWED, type Reader } from "./grading-readers.ts";
import { lightClient } from "./light-client.ts";
import { p99 } from "./one-by-one.ts";
import { middleOf } from "./rates.ts";
import { type Figure, under, weightFigures } from "./table.ts";
import type { GradedCollege } from "./transcript-figures.ts";

const READERS = 10_000;
/** Until the publication: its rows are written and tidied up meanwhile. */
const SECONDS_BEFORE = 60;
const A_MINUTE_MS = 60_000;
const AT_ONCE = 20;
const EARLY_LOOKS = 10;
/** So many readings are asked one after the other, twenty at once, to learn how many the machine can do in a second. */
const WITHOUT_PAUSE = 1_500;

/** Everybody reads sixty results in the minute in which the last ten are out. */
export async function publicationFigures(child: ChildProcess, { url, origin }: GradedCollege): Promise<Figure[]> {
  const readers = await wished<Reader[]>(child, "readers", READERS);
  const at = Date.parse(await wished<string>(child, "publish", SECONDS_BEFORE));
  await weightOf(child);
  const { read, wrong, most } = await minuteOf(at, readers, { url, origin });
  const weight = await weightOf(child);
  console.log(
    `the minute of publication: ${read.length} reads, middle ${Math.round(middleOf(read))} ms; at most ${Math.round(most)} a second`,
  );
  return [
    under(`${READERS} students read their results in the minute of publication, p99`, p99(read), 1_000, "ms"),
    under(
      "who read too early, another's, or what a debt or a hold keeps back, or not what is out",
      wrong,
      0,
      "students",
    ),
    ...weightFigures("the minute of publication", weight),
  ];
}

/**
 * Each comes at a moment of the minute by chance; some looked before it, and read nothing of the semester then. Then as many as can be
 * answered: `most` a second, with those who ask on the same two cores.
 */
async function minuteOf(
  at: number,
  readers: readonly Reader[],
  { url, origin }: Pick<GradedCollege, "url" | "origin">,
) {
  const read: number[] = [];
  let wrong = 0;
  // The portal closes what nobody uses until the minute comes.
  let send = lightClient(url);
  const look = async (reader: Reader, expected: (shown: RecordShown, reader: Reader) => boolean) => {
    const begun = performance.now();
    const headers = { cookie: reader.cookie, origin };
    // Whoever waits too long has the connection closed.
    const { status, answer } = await send({ path: "/api/student/results", headers }).catch(({ message }: Error) => ({
      status: 0,
      answer: message,
    }));
    read.push(performance.now() - begun);
    if (status === 200 && expected(answer as RecordShown, reader)) return;
    if (wrong === 0) console.log(`not expected: ${status} ${JSON.stringify(answer).slice(0, 300)}`);
    wrong += 1;
  };
  for (let round = 0; round < EARLY_LOOKS; round += 1)
    await Promise.all(readers.slice(-AT_ONCE).map((one) => look(one, isBefore)));
  if (Date.now() >= at) throw new Error("the minute of publication came before those who looked for it");
  await wait(at + 50 - Date.now());
  read.length = 0;
  send = lightClient(url);
  await Promise.all(
    readers.map(async (one) => {
      await wait(Math.random() * A_MINUTE_MS);
      await look(one, isAfter);
    }),
  );
  const inTheMinute = [...read];
  const waiting = readers.slice(0, WITHOUT_PAUSE);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await look(next, isAfter);
    }),
  );
  return { read: inTheMinute, wrong, most: (WITHOUT_PAUSE * 1_000) / (performance.now() - begun) };
}

const TERMS = 6;
const COURSES = 10;

const isBefore = ({ matric, semesters }: RecordShown, reader: Reader): boolean =>
  matric === reader.matric && semesters[0]?.results.length === 0 && semesters[0].awaited.length === COURSES;

function isAfter({ matric, semesters, cgpa }: RecordShown, { matric: own, closed }: Reader): boolean {
  const [newest, ...earlier] = semesters;
  if (matric !== own || !newest || semesters.length !== TERMS || newest.awaited.length > 0) return false;
  if (earlier.some(({ results }) => results.length !== COURSES)) return false;
  if (closed === null) return newest.results.length === COURSES && cgpa?.units === 2 * TERMS * COURSES;
  const isSaid = closed === "hold" || newest.closed?.sentence.includes(OWED) === true;
  return newest.closed?.of === closed && isSaid && newest.results.length === 0 && cgpa?.units === 2 * 5 * COURSES;
}
