import * as v from "valibot";
import { choice, day, email, lines, middleName, personName, phone, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import {
  genders,
  highestQualifications,
  maritalStatuses,
  religions,
} from "#reference/qualifications/qualifications.rules.ts";
import { photo } from "../upload/upload.photo.contract.ts";
import { ageOn } from "./bio.age.rules.ts";

const YOUNGEST = 12;
const OLDEST = 100;

const dateOfBirth = v.pipe(
  day("Date of birth"),
  v.check((isoDay) => ageOn(isoDay, new Date()) >= 0, "Date of birth cannot be in the future"),
  v.check((isoDay) => ageOn(isoDay, new Date()) < OLDEST, "Date of birth is too long ago: check the year"),
  v.check((isoDay) => {
    const age = ageOn(isoDay, new Date());
    return age < 0 || age >= YOUNGEST;
  }, `Date of birth must be at least ${YOUNGEST} years ago: check the year`),
);

/** What a bio asks, step by step. Specification 3; the middle name is optional by Contract 3.9. */
export const bioEntries = {
  firstname: personName("First name"),
  middlename: middleName("Middle name"),
  lastname: personName("Last name"),
  gender: choice("Gender", genders),
  dateofbirth: dateOfBirth,
  maritalstatus: choice("Marital status", maritalStatuses),
  religion: choice("Religion", religions),
  emailaddress: email("Email Address"),
  phonenumber: phone("Phone Number"),
  homeaddress: lines("Home address", 200),
  stateoforigin: text("State of origin", 60),
  lgaoforigin: text("Local government area of origin", 60),
  stateofresidence: text("State of residence", 60),
  lgaofresidence: text("Local government area of residence", 60),
  qualification: choice("Highest qualification", highestQualifications),
};

export type BioField = keyof typeof bioEntries;

export const bioFields = Object.keys(bioEntries) as readonly BioField[];

export const bioForm = fields(bioEntries);

export const bio = v.strictObject({
  ...v.entriesFromList(bioFields, v.string()),
  middlename: v.nullable(v.string()),
  photo: v.nullable(photo),
  /** A submitted application relies on it, so it stays as it is. Contract 3.8. */
  locked: v.boolean(),
  /** For If-Match: the version that the author of a change has seen. */
  version: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

export type Bio = v.InferOutput<typeof bio>;

/** What of a bio may stand as somebody else told it. */
export const lockableFields = [
  "firstname",
  "middlename",
  "lastname",
  "gender",
  "stateoforigin",
  "lgaoforigin",
] as const;

export type LockableField = (typeof lockableFields)[number];

/** JAMB, or the office that put JAMB's word right. */
export const lockSources = ["JAMB", "Office"] as const;

const bioLock = v.strictObject({
  field: v.picklist(lockableFields),
  value: v.string(),
  source: v.picklist(lockSources),
});

export type BioLock = v.InferOutput<typeof bioLock>;

const path = "/ms_applicant/bio";

export const readBio = get(
  path,
  "The applicant's bio data, or {} before they are saved",
  v.union([bio, v.strictObject({})]),
);
export const readBioLocks = get(
  `${path}/locks`,
  "What of the bio data stands as JAMB or the office told it; also before they are saved",
  v.array(bioLock),
);
export const saveBio = post(path, "Saves the bio data, first time or again", bioForm, done({ version: v.number() }));
