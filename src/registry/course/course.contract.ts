import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { record, type Values } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, maybe, refersTo, status, whole } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { codesIn, moduleTypes, spelledCourse, spelledCourses } from "./course.rules.ts";

/** Specification 5. */
const TWO = "Minimum of 2 characters expected";

const GROUPED = "Name of the group and How many of it belong together: fill in both or neither";

const ITSELF = "A course cannot name itself here";

const LEVEL = "Level must be a whole hundred from 100 to 900";

const codes = (label: string) => maybe(v.pipe(text(label, 200), v.transform(spelledCourses), v.title(label)));

const isBoth = ({ choice, choose }: Values) => (choice === undefined) === (choose === undefined);

const isOther = (field: string) => (form: Values) => !codesIn(form[field] ?? null).includes(form.code);

/** What a programme teaches in a semester of a session. Specification 3, contract 5; the rest is the college's own. */
export const courses = record({
  noun: "course",
  one: "Course",
  many: "Courses",
  page: "courses",
  link: "/staff/courses",
  entries: {
    programme: refersTo("Programme", "programme"),
    session: usuallyRunning,
    code: v.pipe(atLeastTwo("Code", 20), v.transform(spelledCourse), v.minCodePoints(2, TWO), v.title("Code")),
    name: atLeastTwo("Name", 120),
    moduletype: v.pipe(
      atLeastTwo("Module type", 40),
      v.description(`Such as ${moduleTypes.join(", ")}`),
      v.title("Module type"),
    ),
    credit: whole("Units", 0, 20),
    level: v.pipe(whole("Level", 100, 900, LEVEL), v.multipleOf(100, LEVEL), v.title("Level")),
    semester: whole("Semester", 1, 2),
    general: flag("General", "Every programme", "Its programme"),
    status,
    half: maybe(whole("Half of the combination", 1, 2)),
    choice: maybe(atLeastTwo("Group of electives", 40)),
    choose: maybe(whole("How many of the group", 1, 20)),
    needs: codes("Passed before"),
    excludes: codes("Not together with"),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(v.check<Values, string>(isBoth, GROUPED), ["choose"]),
      v.forward(v.check<Values, string>(isOther("needs"), ITSELF), ["needs"]),
      v.forward(v.check<Values, string>(isOther("excludes"), ITSELF), ["excludes"]),
    ),
  title: ["code", "name"],
  columns: ["code", "name", "credit", "moduletype", "level", "semester", "programme", "session", "general", "status"],
  sorts: ["code", "createdAt"],
  filters: ["session", "programme", "level", "semester", "moduletype", "general", "status"],
  beginsBy: beginsRunning,
  searched: "code or name",
  key: ["session", "programme", "code"],
});
