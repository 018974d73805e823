import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { photo } from "#profile/upload/upload.photo.contract.ts";
import { studentMarks } from "../past-mark/past-mark.shown.contract.ts";

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

const words = v.nullable(v.string());

/** What the college holds of the student; null where it holds nothing. */
export const readStudentRecord = get(
  "/student/record",
  "What the college holds of the signed-in student",
  v.strictObject({
    matric: words,
    firstname: v.string(),
    middlename: words,
    lastname: v.string(),
    gender: words,
    dateofbirth: words,
    stateoforigin: words,
    lgaoforigin: words,
    emailaddress: v.string(),
    phonenumber: words,
    jamb: words,
    programme: words,
    /** Of entry, as the two after it. */
    session: words,
    type: words,
    entrylevel: v.nullable(v.number()),
    level: v.nullable(v.number()),
    semester: v.nullable(v.number()),
    indigene: v.boolean(),
    status: v.string(),
    statusAt: v.string(),
    /** The confirmed results of teaching practice, as marks of its course. */
    practice: studentMarks,
  }),
);

export const readStudentPhoto = get(
  "/student/photo",
  "The signed-in student's passport photograph, or {} where there is none",
  v.union([photo, v.strictObject({})]),
);

export const readStudentPapers = get(
  "/student/papers",
  "Letters and receipts of the signed-in student, the newest receipt first",
  v.strictObject({
    /** What keeps the student from letters now; receipts and the slip of the application say what one has paid and sent oneself, and stay. */
    held: v.nullable(v.strictObject({ reason: v.string(), office: v.string() })),
    letters: v.array(v.strictObject({ title: v.string(), link: v.string() })),
    receipts: v.array(
      v.strictObject({
        _id: v.string(),
        description: v.string(),
        amount: amount("Amount"),
        RRR: v.nullable(v.string()),
        /** When it was found paid. */
        verifiedAt: v.nullable(v.string()),
        link: v.string(),
      }),
    ),
  }),
);
