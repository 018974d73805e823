import type { ChildProcess } from "node:child_process";
import { onCopy, told, wished } from "./bench-process.ts";
import { asker, p95Of, timesOf } from "./one-by-one.ts";
import { publicationFigures } from "./publication-figures.ts";
import { type Figure, under } from "./table.ts";
import { type GradedCollege, transcriptFigures } from "./transcript-figures.ts";

const STUDENTS = 20_000;
/** Until every connection has planned the statements. */
const FIRST = 40;

/**
 * A college whose students have sixty results each: every record made anew, what the office reads and makes of them, and everybody at
 * once in the minute of publication.
 */
export const gradingFigures = (): Promise<Figure[]> => onCopy("bench/grading-process.ts", measured);

async function measured(child: ChildProcess): Promise<Figure[]> {
  const college = await told<GradedCollege>(child);
  await wished(child, "fill", STUDENTS);
  const asked = asker(college.url, college.cookie);
  const records = await wished<string[]>(child, "records");
  const read = await p95Of("the record of a student with sixty results", records, asked, 20);
  const seconds = await wished<number>(child, "recompute");
  const board = [await wished<string>(child, "broadsheet")];
  await timesOf(board, asked, FIRST);
  const broadsheet = await p95Of("a broadsheet", board, asked, 40);
  return [
    under(`GPA, CGPA, class, standing and carry-overs of ${STUDENTS} students with 60 results each`, seconds, 20, "s"),
    under("one of these records as the office reads it, p95", read, 300, "ms"),
    under("the broadsheet of 300 students before the board, p95", broadsheet, 500, "ms"),
    ...(await transcriptFigures(child, college)),
    ...(await publicationFigures(child, college)),
  ];
}
