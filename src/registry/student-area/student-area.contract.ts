import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** The first page of the student's area. */
export const readStudentHome = get(
  "/student/home",
  "Who the signed-in student is, and what to do next",
  v.strictObject({
    firstname: v.string(),
    middlename: v.nullable(v.string()),
    lastname: v.string(),
    matric: v.nullable(v.string()),
    programme: v.nullable(v.string()),
    /** Of entry. */
    session: v.nullable(v.string()),
    level: v.nullable(v.number()),
    semester: v.nullable(v.number()),
    status: v.string(),
    /** Null where nothing is to be done now. */
    next: v.nullable(v.strictObject({ sentence: v.string(), deed: v.string(), link: v.string() })),
  }),
);
