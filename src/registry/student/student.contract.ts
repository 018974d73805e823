import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  flag,
  foundOrLacking,
  looksLike,
  maybe,
  onDay,
  readAs,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, email, middleName, personName, phone, text } from "#kit/field/fields.contract.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";
import { statusLooks, studentStatuses } from "./student.rules.ts";

const LEVEL = "must be one of 100, 200, 300 and so on, up to 900";

export const levelOf = (label: string) =>
  v.pipe(
    whole(label, 100, 900, `${label} ${LEVEL}`),
    v.check((level) => level % 100 === 0 || level < 100 || level > 900, `${label} ${LEVEL}`),
  );

/** As the college writes it: two that look alike are one, so it has no letters of other alphabets and no blanks to overlook. */
export const matricNumber = v.pipe(
  atLeastTwo("Matric number", 40),
  v.transform((typed) => typed.normalize("NFKC")),
  v.regex(
    /^[A-Za-z0-9]+(?:[ /._-][A-Za-z0-9]+)*$/,
    "Matric number must be letters and digits, with one of / . _ - or a blank between them, such as NCE/26/0017",
  ),
);

/**
 * One who studies here, or did. Specification 3 names the names and the address; the rest is the college's own, and may be
 * filled in later. What is filled in once is corrected by two people.
 */
export const students = record({
  noun: "student",
  one: "Student",
  many: "Students",
  page: "students",
  link: "/staff/students",
  entries: {
    matric: maybe(matricNumber),
    firstname: personName("First name"),
    middlename: middleName("Middle name"),
    lastname: personName("Last name"),
    emailaddress: email("Email address"),
    phonenumber: maybe(v.pipe(phone("Phone number"), readAs(localPhone))),
    jamb: maybe(jambNumber),
    gender: maybe(choice("Sex", genders)),
    dateofbirth: maybe(
      v.pipe(
        onDay("Date of birth"),
        v.check((day) => day < lagosToday(), "Date of birth must be in the past"),
      ),
    ),
    stateoforigin: maybe(choice("State of origin", namesOfStates)),
    lgaoforigin: maybe(text("Local government area", 60)),
    programme: maybe(refersTo("Programme", "programme")),
    session: maybe(refersTo("Session of entry", "session")),
    type: maybe(choice("Mode of entry", modesOfEntry)),
    entrylevel: foundOrLacking(levelOf("Level of entry"), "Left empty: the level"),
    level: maybe(levelOf("Level")),
    semester: maybe(whole("Semester", 1, 2)),
  },
  kept: {
    status: v.pipe(choice("Status", studentStatuses), looksLike(statusLooks)),
    statusAt: atMinute("Status since"),
    indigene: flag("Indigene", "Indigene", "Non-indigene"),
  },
  beside: { anotherperson: maybe(flag("Another person", "Yes, another person", "No, the same person")) },
  title: ["matric", "lastname", "firstname"],
  columns: ["lastname", "firstname", "matric", "programme", "level", "session", "status"],
  sorts: ["lastname", "matric", "createdAt"],
  filters: ["programme", "level", "session", "status", "gender", "type", "stateoforigin", "indigene"],
  beginsWhole: true,
  searched: "matric number, JAMB number, phone, email or name",
  key: ["matric"],
  comes: {
    text: "Students come from the hand-over of accepted applicants, or by a file of those who study here already.",
    at: "/staff/hand-over",
    name: "Hand over accepted applicants",
    right: "hand-over",
  },
});
