import * as v from "valibot";
import { choice } from "#console/record/record.contract.ts";
import { maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { optional, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";

const line = {
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  moduletype: v.string(),
  credit: v.number(),
  level: v.number(),
  semester: v.number(),
  choice: v.nullable(v.string()),
  choose: v.nullable(v.number()),
};

const gridCourse = v.strictObject({
  ...line,
  version: v.number(),
  status: v.boolean(),
  general: v.boolean(),
  half: v.nullable(v.number()),
  needs: v.nullable(v.string()),
  excludes: v.nullable(v.string()),
  /** All courses of one code in one session: who teaches it, and for how many. */
  class: v.strictObject({
    _id: v.string(),
    department: choice,
    seats: v.nullable(v.number()),
    /** Students who have registered it, in whatever programme. */
    registered: v.number(),
    version: v.number(),
    /** Whether the asker may say who teaches it, and for how many. */
    isown: v.boolean(),
  }),
});
export type GridCourse = v.InferOutput<typeof gridCourse>;

const catalogueGrid = v.strictObject({
  session: choice,
  programme: choice,
  minunit: v.number(),
  maxunit: v.number(),
  /** One for each year, and those beyond that have courses. */
  levels: v.array(v.number()),
  courses: v.array(gridCourse),
  /** General courses of other programmes, which this one's students take too. */
  general: v.array(v.strictObject({ ...line, programme: v.string() })),
});
export type CatalogueGrid = v.InferOutput<typeof catalogueGrid>;

export const readCatalogueGrid = get(
  "/staff/ms_course/grid",
  "What a programme (?programme=) teaches in a session (?session=, else the one that runs), with its classes",
  catalogueGrid,
);

const finding = v.strictObject({
  programme: choice,
  severity: v.picklist(["wrong", "look"]),
  level: v.nullable(v.number()),
  semester: v.nullable(v.number()),
  code: v.nullable(v.string()),
  sentence: v.string(),
});
export type ShownFinding = v.InferOutput<typeof finding>;

export const checkCatalogue = get(
  "/staff/ms_course/check",
  "What is wrong with the catalogue of one programme (?programme=) or of all that the right reaches, in a session (?session=)",
  v.strictObject({ session: choice, programmes: v.number(), findings: v.array(finding) }),
);

export const changeClass = put(
  "/staff/ms_course_class/:id",
  "Which department teaches a class, and how many may register for it",
  fields({
    department: refersTo("Teaching department", "department"),
    seats: maybe(whole("Seats", 1, 20_000)),
    version: whole("Version", 1, 1_000_000_000),
  }),
  done({ version: v.number() }),
);

const half = (label: string) => maybe(whole(label, 1, 2));

export const copyCourses = post(
  "/staff/ms_course/copy",
  "Copies courses of a programme and session into another; with `check` it only tells what would be added",
  fields({
    from: v.pipe(reference("Copy from"), v.title("Copy from")),
    fromsession: v.pipe(reference("Session to copy from"), v.title("Session to copy from")),
    programme: v.pipe(reference("Programme"), v.title("Programme")),
    session: v.pipe(reference("Session"), v.title("Session")),
    begins: optional(v.pipe(text("Codes that begin with", 100), v.title("Codes that begin with"))),
    half: half("Of the half"),
    ashalf: half("As the half"),
    check: v.optional(v.boolean("Check must be true or false")),
  }),
  done({
    added: v.number(),
    courses: v.array(
      v.strictObject({
        code: v.string(),
        name: v.string(),
        credit: v.number(),
        level: v.number(),
        semester: v.number(),
        /** In the programme's catalogue of that session already, so that it stays as it is. */
        isthere: v.boolean(),
      }),
    ),
  }),
);

export const listCopySources = get(
  "/staff/ms_course/copy",
  "Programmes and sessions that courses can be copied from, the programme's own earlier ones first",
  v.array(v.strictObject({ session: choice, programme: choice, courses: v.number(), halves: v.array(v.number()) })),
);
