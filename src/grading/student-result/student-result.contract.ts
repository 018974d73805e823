import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { owedReasons } from "../academic-record/academic-record.rules.ts";
import { standings } from "../result-profile/result-profile.rules.ts";

const words = v.nullable(v.string());

/** An average with what it is a fraction of: points times units, over units. */
const sum = v.strictObject({ shown: v.string(), points: v.string(), units: v.number() });

const result = v.strictObject({
  _id: v.string(),
  course: v.string(),
  title: v.string(),
  units: v.number(),
  ca: v.nullable(v.number()),
  examination: v.nullable(v.number()),
  /** What counts; null where a code stands in its place. */
  total: v.nullable(v.number()),
  code: words,
  grade: v.string(),
  /** Null for what is in no average. */
  point: words,
  passed: v.boolean(),
  /** Where it comes from: a result of this portal, marks of before, teaching practice. */
  source: v.string(),
  /** On which a mark of before stands; null where nobody named one. */
  document: words,
  /** Of a combination that was left. */
  left: v.boolean(),
  /** What stood before it was rectified, or taken back and published anew: the last first. */
  was: v.array(
    v.strictObject({
      total: v.nullable(v.number()),
      code: words,
      until: v.string(),
      how: v.picklist(["Corrected", "Taken back"]),
    }),
  ),
});

const standing = v.picklist([...standings, "Good"]);

const semester = v.strictObject({
  session: v.string(),
  semester: v.number(),
  /** Why it is not read yet; null where it is. */
  closed: v.nullable(
    v.strictObject({ of: v.picklist(["status", "fees", "bill", "hold"]), sentence: v.string(), link: words }),
  ),
  results: v.array(result),
  gpa: v.nullable(sum),
  /** Null after a semester that is closed: it would tell of that. */
  cgpa: v.nullable(sum),
  /** Good, or what two people have decided; null where nobody has. */
  standing: v.nullable(standing),
  /** Of results that were out, are taken back and are not published anew: when last, and why. */
  recalled: v.nullable(v.strictObject({ at: v.string(), reason: words })),
  /** Courses that are taken and not out yet. */
  awaited: v.array(v.strictObject({ course: v.string(), title: v.string(), units: v.number() })),
  /** Names its slip; null where there is none. */
  slip: words,
});

const owner = { name: v.string(), matric: words, programme: words, level: v.nullable(v.number()) };

const record = {
  ...owner,
  /** By which one is graded; null where the college has said none. */
  profile: v.nullable(
    v.strictObject({
      name: v.string(),
      passmark: v.number(),
      attempts: v.string(),
      bands: v.array(v.strictObject({ from: v.number(), to: v.number(), grade: v.string(), point: v.string() })),
      classes: v.array(v.strictObject({ name: v.string(), from: v.string() })),
      standings: v.array(v.strictObject({ standing, rule: v.string() })),
    }),
  ),
  /** Of the last semester up to which everything is read. */
  cgpa: v.nullable(sum),
  passclass: words,
  /** Good, or what two people have decided; null where nobody has. */
  standing: v.nullable(standing),
  /** What the rules find, about which nobody has decided yet: no fact. */
  undecided: v.nullable(standing),
  /** By which rule, decided or not. */
  rule: words,
  /** What counts in the CGPA, in the order of the semesters: by the rule of attempts. */
  counted: v.array(
    v.strictObject({
      course: v.string(),
      session: v.string(),
      semester: v.number(),
      units: v.number(),
      point: v.string(),
    }),
  ),
  carryovers: v.array(
    v.strictObject({
      course: v.string(),
      title: v.string(),
      units: v.number(),
      why: v.picklist(owedReasons),
      /** Need not be taken again: another elective may stand in its place. */
      elective: v.boolean(),
    }),
  ),
  /** The newest first. */
  semesters: v.array(semester),
};

export const academicRecordShown = v.strictObject(record);

export type RecordShown = v.InferOutput<typeof academicRecordShown>;
export type SemesterShown = RecordShown["semesters"][number];
export type ResultShown = SemesterShown["results"][number];

export const readOwnResults = get(
  "/student/results",
  "What the signed-in student was given, semester by semester, with GPA, CGPA and what each is made of",
  academicRecordShown,
);

/** What the slip of one semester prints. */
export const resultSlip = v.strictObject({
  ...owner,
  semester,
  passclass: words,
  ...paperEntries,
  ...paperWording("heading", "opening", "closing"),
});

export type ResultSlip = v.InferOutput<typeof resultSlip>;

export const readResultSlip = get(
  "/student/result_slip/:id",
  "What the slip of one semester prints; :id is the registration's",
  resultSlip,
);

export const readResultsOf = get(
  "/staff/ms_result/student/:id",
  "The published results of one student as far as the right reaches, with what was typed and what it counts as",
  academicRecordShown,
);
