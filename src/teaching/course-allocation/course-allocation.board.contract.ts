import * as v from "valibot";
import { choice } from "#console/record/record.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { courseAllocations } from "./course-allocation.contract.ts";

const path = "/staff/ms_course_allocation";
const named = v.strictObject({ _id: v.string(), name: v.string() });

const allocated = v.strictObject({
  /** Of the allocation. */
  _id: v.string(),
  version: v.number(),
  staff: v.string(),
  name: v.string(),
  incharge: v.boolean(),
  /** Why the lecturer does not teach now, such as "left on 3 May 2027"; null for who does. */
  away: v.nullable(v.string()),
});

const boardClass = v.strictObject({
  _id: v.string(),
  /** By which it is allocated. */
  course: v.string(),
  code: v.string(),
  name: v.string(),
  credit: v.number(),
  level: v.number(),
  /** Codes of the programmes that it stands in. */
  programmes: v.array(v.string()),
  registered: v.number(),
  lecturers: v.array(allocated),
  /** Whether nobody who works teaches it. */
  open: v.boolean(),
});

export type BoardClass = v.InferOutput<typeof boardClass>;

const load = v.strictObject({
  _id: v.string(),
  name: v.string(),
  /** Another one than the board's; null for the board's own. */
  department: v.nullable(v.string()),
  /** In the semester, of every department's classes. One that several teach is shared equally. */
  units: v.number(),
  classes: v.number(),
});

export const readBoard = get(
  `${path}/board`,
  "A department's classes of a semester with their lecturers, those without one first, and what each lecturer has; asked by session, semester and department",
  v.strictObject({
    sessions: v.array(named),
    departments: v.array(named),
    session: named,
    semester: v.number(),
    department: v.nullable(named),
    /** The least a lecturer teaches in a semester, in units. */
    least: v.number(),
    classes: v.array(boardClass),
    loads: v.array(load),
    /** Of the printed list. */
    ...paperWording("heading", "signatories"),
  }),
);

export type Board = v.InferOutput<typeof readBoard.reply>;

/** Called as every choice of a record is, so that a box for one asks it. */
export const lecturerChoices = get(
  "/staff/ms_lecturer/choices",
  "Members of staff who work, of every department, to allocate a class to",
  v.array(choice),
);

const several = v.pipe(
  v.array(courseAllocations.form, "Allocations are required"),
  v.minLength(1, "Allocations: name at least one"),
  v.maxLength(300, "Allocations: at most 300 at once"),
  v.title("Allocations"),
);

export const allocateMany = post(
  `${path}/bulk`,
  "Allocates several classes at once, all or none",
  fields({ allocations: several }),
  done({ count: v.number() }),
);

const copyLine = v.strictObject({
  code: v.string(),
  name: v.string(),
  /** Why it is not copied; null where it is. */
  skipped: v.nullable(v.string()),
});

export const previewCopy = get(
  `${path}/copy`,
  "What the allocation of the session before would bring into a session, and what it would not and why; asked by session and department",
  v.strictObject({
    from: v.nullable(named),
    to: named,
    department: named,
    count: v.number(),
    lines: v.array(copyLine),
  }),
);

export type AllocationCopy = v.InferOutput<typeof previewCopy.reply>;

const id = (label: string) =>
  v.pipe(v.string(`${label} is required`), v.maxLength(64, `${label} was not found`), v.title(label));

export const copyAllocations = post(
  `${path}/copy`,
  "Copies the allocation of the session before: the same codes, where the lecturer still works and nobody is allocated yet",
  fields({
    session: id("Session"),
    department: id("Department"),
    count: v.pipe(v.number("Count is required"), v.integer("Count must be a whole number"), v.title("Count")),
  }),
  done({ count: v.number() }),
);

export const issueLetter = post(
  `${path}/letter`,
  "Issues the letter by which a lecturer is told what to teach in a session, once; answers it again where it is there",
  fields({ staff: id("Lecturer"), session: id("Session") }),
  done({ _id: v.string() }),
);

const letter = v.strictObject({
  name: v.string(),
  foldernumber: v.string(),
  department: v.string(),
  session: v.string(),
  issuedby: v.string(),
  issuedAt: v.string(),
  semesters: v.array(
    v.strictObject({
      semester: v.number(),
      units: v.number(),
      classes: v.array(
        v.strictObject({
          code: v.string(),
          name: v.string(),
          credit: v.number(),
          level: v.number(),
          programmes: v.array(v.string()),
          incharge: v.boolean(),
          /** Names of those who teach it too. */
          others: v.array(v.string()),
        }),
      ),
    }),
  ),
  least: v.number(),
  ...paperEntries,
  ...paperWording("heading", "opening", "closing"),
});

export type AllocationLetter = v.InferOutput<typeof letter>;

export const readLetter = get(`${path}/letter/:id`, "A letter of allocation, as the records stand now", letter);

export const readOwnLetter = get(
  `${path}/own_letter/:id`,
  "The letter of allocation of the lecturer who asks, as the records stand now",
  letter,
);
