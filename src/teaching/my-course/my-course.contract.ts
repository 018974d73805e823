import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

const named = { _id: v.string(), code: v.string(), name: v.string(), units: v.number() };

const ownClass = v.strictObject({
  ...named,
  semester: v.number(),
  programmes: v.array(v.string()),
  students: v.number(),
  incharge: v.boolean(),
  /** The one thing that is to be done there next. */
  next: v.nullable(v.string()),
});

const path = "/staff/ms_my_course";

export const readMyCourses = get(
  path,
  "The classes that one teaches in the session that runs, those of its present semester first",
  v.strictObject({
    session: v.nullable(v.string()),
    semester: v.nullable(v.number()),
    list: v.array(ownClass),
    /** The own letter of allocation for that session, once it is issued. */
    letter: v.nullable(v.string()),
    /** Whether the right reaches other classes, to look at. */
    reaches: v.boolean(),
  }),
);

const material = v.strictObject({
  _id: v.string(),
  label: v.string(),
  status: v.boolean(),
  post: v.nullable(v.string()),
  file: v.nullable(v.string()),
  bytes: v.nullable(v.number()),
  downloads: v.number(),
  version: v.number(),
});

const topic = v.strictObject({
  _id: v.string(),
  label: v.string(),
  status: v.boolean(),
  week: v.nullable(v.number()),
  version: v.number(),
  materials: v.array(material),
});

export const readMyCourse = get(
  `${path}/:class`,
  "A class's room: who teaches and who takes it, its topics in their order with their materials",
  v.strictObject({
    ...named,
    session: v.string(),
    semester: v.number(),
    /** Any course of the class, for what is said by a course. */
    course: v.string(),
    programmes: v.array(v.string()),
    lecturers: v.array(v.strictObject({ name: v.string(), incharge: v.boolean() })),
    students: v.number(),
    /** Whether the reader changes what stands there; else one may look. */
    isOwn: v.boolean(),
    topics: v.array(topic),
    /** How many topics of the session before can be copied. */
    former: v.number(),
  }),
);
