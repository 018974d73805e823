import * as v from "valibot";
import { record, type Values } from "#console/record/record.contract.ts";
import { maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { spelledCourse } from "../course/course.rules.ts";
import { markSources, missingMarks } from "./past-mark.rules.ts";

const mark = (label: string) => maybe(whole(label, 0, 100, `${label} must be from 0 to 100`));

const CA = "CA";
const EXAMINATION = "Examination";

const said = (field: string, sentence: string, rule: (form: Values) => boolean) =>
  v.forward(v.check<Values, string>(rule, sentence), [field]);

const has = (value: unknown): boolean => value !== undefined && value !== null;

const hasCodeAlone = ({ code, ca, examination, total }: Values) =>
  !has(code) || !(has(ca) || has(examination) || has(total));

const hasMarkOrCode = ({ code, ca, examination, total }: Values) =>
  has(code) || has(total) || has(ca) || has(examination);

const hasBothOrNone = ({ ca, examination }: Values) => has(ca) === has(examination);

const isSum = ({ ca, examination, total }: Values) =>
  !has(ca) || !has(examination) || !has(total) || total === ca + examination;

const isWithin = ({ ca, examination }: Values) => !has(ca) || !has(examination) || ca + examination <= 100;

/**
 * A mark that was given before the portal kept results. It is checked when it comes and kept as it came: two whole numbers or
 * their total, or a code that says why there is none. Contract 5.
 */
export const pastMarks = record({
  noun: "past_mark",
  one: "Past mark",
  many: "Past marks",
  page: "past-marks",
  link: "/staff/past-marks",
  entries: {
    student: refersTo("Matric number", "student"),
    session: refersTo("Session", "session"),
    semester: whole("Semester", 1, 2),
    course: v.pipe(text("Course code", 20), v.transform(spelledCourse), v.title("Course code")),
    title: text("Course title", 120),
    units: whole("Units", 0, 20),
    ca: mark(CA),
    examination: mark(EXAMINATION),
    total: mark("Total"),
    code: maybe(choice("Code", missingMarks)),
    /** Which names its source: the student reads it, and the transcript says it. */
    document: maybe(text("Document", 120)),
  },
  kept: { source: choice("Source", markSources) },
  together: (form) =>
    v.pipe(
      form,
      said("code", "Code stands where there is no mark. Leave the code out, or the marks", hasCodeAlone),
      said("total", "Total is needed, or CA and Examination, or a code such as Absent", hasMarkOrCode),
      said("examination", "Examination is needed beside CA, or Total alone", hasBothOrNone),
      said("total", "Total must be the sum of CA and Examination", isSum),
      said("total", "CA and Examination together must be at most 100", isWithin),
    ),
  title: ["course"],
  columns: [
    "student",
    "course",
    "title",
    "session",
    "semester",
    "units",
    "ca",
    "examination",
    "total",
    "code",
    "document",
    "source",
  ],
  beginsWhole: true,
  sorts: ["createdAt", "course"],
  filters: ["session", "semester", "code", "source"],
  searched: "the student's matric number, JAMB number, phone, email or name",
  key: ["student", "session", "semester", "course"],
});
