import { spelledCourse } from "../course/course.rules.ts";

/** Where a mark comes from: what the registry brought in, or a practice whose result two people have confirmed. */
export const markSources = ["Past marks", "Teaching practice"] as const;

export type MarkSource = (typeof markSources)[number];

/** Why there is no mark. Contract 5. */
export const missingMarks = ["Absent", "Excused", "Malpractice", "No CA"] as const;

export type MissingMark = (typeof missingMarks)[number];

/** "ABS", "AB" and "X" of a broadsheet are Absent. */
const written: Readonly<Record<string, (typeof missingMarks)[number]>> = {
  abs: "Absent",
  ab: "Absent",
  x: "Absent",
  exc: "Excused",
  mal: "Malpractice",
  mp: "Malpractice",
  em: "Malpractice",
  nca: "No CA",
  noca: "No CA",
};

export const speltInFiles: Readonly<Record<string, (text: string) => string>> = {
  course: spelledCourse,
  code: (text) => written[text.toLowerCase().replace(/[^a-z]/g, "")] ?? text,
  semester: (text) =>
    ({ first: "1", i: "1", second: "2", ii: "2" })[text.toLowerCase().replace(/ semester$/, "")] ?? text,
};
