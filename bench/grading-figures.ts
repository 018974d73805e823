import type { ChildProcess } from "node:child_process";
import { onCopy, told } from "./bench-process.ts";
import { asker, p95Of } from "./one-by-one.ts";
import { type Figure, under } from "./table.ts";

const STUDENTS = 20_000;

/** A college whose students have sixty results each: every record made anew, and one record as somebody reads it. */
export const gradingFigures = (): Promise<Figure[]> => onCopy("bench/grading-process.ts", measured);

interface GradedCollege {
  readonly url: string;
  /** Of a member of staff who holds every page. */
  readonly cookie: string;
  readonly records: readonly string[];
}

async function measured(child: ChildProcess): Promise<Figure[]> {
  child.send({ fill: STUDENTS });
  const { url, cookie, records } = await told<GradedCollege>(child);
  const read = await p95Of("the record of a student with sixty results", records, asker(url, cookie), 20);
  child.send("recompute");
  const seconds = await told<number>(child);
  return [
    under(`GPA, CGPA, class, standing and carry-overs of ${STUDENTS} students with 60 results each`, seconds, 20, "s"),
    under("one of these records as the office reads it, p95", read, 300, "ms"),
  ];
}
