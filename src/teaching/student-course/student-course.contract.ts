import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

export const lineStates = ["Approved", "Waiting"] as const;

const line = v.strictObject({
  /** Of the class. */
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  units: v.number(),
  state: v.picklist(lineStates),
  lecturers: v.array(v.string()),
  /** How many materials stand there to be read. */
  materials: v.number(),
});

export const readStudentCourses = get(
  "/student/course",
  "What the student has registered for the semester that runs, with who teaches it",
  v.strictObject({
    /** Whether the student studies here; who has left reads no courses. */
    studies: v.boolean(),
    session: v.nullable(v.string()),
    semester: v.nullable(v.number()),
    list: v.array(line),
  }),
);

const material = v.strictObject({
  _id: v.string(),
  label: v.string(),
  /** How much of the data of a phone the text takes, at most, and which version of it stands there; null without a text. */
  text: v.nullable(v.strictObject({ bytes: v.number(), version: v.number() })),
  file: v.nullable(v.strictObject({ name: v.string(), bytes: v.number() })),
});

const topic = v.strictObject({
  _id: v.string(),
  label: v.string(),
  week: v.nullable(v.number()),
  materials: v.array(material),
});

export const readStudentMaterials = get(
  "/student/material/:class",
  "The topics of a class that the student takes, with what there is to read and how large it is",
  v.strictObject({ code: v.string(), name: v.string(), lecturers: v.array(v.string()), topics: v.array(topic) }),
);

const text = v.strictObject({ _id: v.string(), post: v.string(), version: v.number() });

export const readStudentText = get(
  "/student/material/:class/text/:id",
  "The text of one material of a class that the student takes",
  text,
);

export const readStudentTexts = get(
  "/student/material/:class/text",
  "All texts of a class that the student takes, to be kept on a phone",
  v.array(text),
);

export const takeStudentFile = get("/student/material_file/:id", "The file of a material, to be saved", v.any());
