import * as v from "valibot";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { entryLooks, entryStates } from "./student-invitation.rules.ts";

/** Who studies here and has an account, with who was sent a link to choose a password and who has one. */
export const studentEntries = listing({
  noun: "student_invitation",
  one: "Student",
  many: "Invitations",
  page: "invitations",
  link: "/staff/invitations",
  entries: {
    name: text("Name", 200),
    matric: maybe(text("Matric number", 40)),
    emailaddress: text("Email address", 120),
    programme: maybe(refersTo("Programme", "programme")),
    session: maybe(refersTo("Session of entry", "session")),
    level: maybe(whole("Level", 100, 900)),
    state: v.pipe(choice("State", entryStates), looksLike(entryLooks)),
    invitedAt: maybe(atMinute("Last link")),
    invitedby: maybe(refersTo("Sent by", "staff")),
    times: whole("Links", 0, 1_000),
  },
  title: ["matric", "name"],
  columns: ["name", "matric", "state", "invitedAt", "programme", "level", "emailaddress", "invitedby"],
  beginsWhole: true,
  sorts: ["createdAt", "matric"],
  filters: ["state", "programme", "session", "level"],
  searched: "matric number, JAMB number, phone, email or name",
  settled: {
    "state=Not+invited": "Every student was sent a link or has a password",
    "state=Link+lapsed": "No link has lapsed unused",
  },
  comes: {
    text: "Students stand here once they have a JAMB number, an email address and a phone number.",
    at: "/staff/students",
    name: "Students",
    right: "students",
  },
});

export const sendInvitations = post(
  "/staff/ms_student_invitation/send",
  "Sends chosen students the link to choose a password; not to who has one, nor twice in a day. check: only counts",
  fields({ ...chosenEntries, check: v.optional(v.boolean()) }),
  done({
    /** How many letters. */
    mails: v.number(),
    haspassword: v.number(),
    /** Who was sent one within the day. */
    sentlately: v.number(),
  }),
);
