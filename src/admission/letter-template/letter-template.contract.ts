import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, flag, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { lines, text } from "#kit/field/fields.contract.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { lengthOf, letterFields, MOST, unknownFields } from "./letter-template.rules.ts";

const LONGEST = 600;
const known = Object.keys(letterFields)
  .map((name) => `{${name}}`)
  .join(", ");

const paragraph = (label: string) =>
  maybe(
    v.pipe(
      lines(label, LONGEST),
      v.minCodePoints(2, `${label} must have at least 2 characters`),
      v.check(
        (typed) => unknownFields(typed).length === 0,
        ({ input }) => `${label}: ${unknownFields(input).join(", ")} is no field of the letter. Use ${known}`,
      ),
      v.title(label),
    ),
  );

export const letterParagraphs = {
  opening: paragraph("Opening"),
  conditions: paragraph("Conditions"),
  closing: paragraph("Closing"),
};

const EMPTY = "Write at least one paragraph: without any, the letter is the usual one";

export const templateForm = v.pipe(
  fields({
    ...letterParagraphs,
    note: v.pipe(text("What is new", 200), v.minCodePoints(2, "Say what is new"), v.title("What is new")),
  }),
  v.forward(
    v.check(({ opening, conditions, closing }) => Boolean(opening ?? conditions ?? closing), EMPTY),
    ["opening"],
  ),
  v.forward(
    v.check(
      ({ opening = null, conditions = null, closing = null }) => lengthOf({ opening, conditions, closing }) <= MOST,
      `Together the paragraphs are too long for a letter of one page. Use at most about ${asFigure(MOST)} characters, and fewer lines`,
    ),
    ["closing"],
  ),
);

/** Every version, the newest first. A version never changes: a release keeps the one it was proposed with. */
export const letterTemplates = listing({
  noun: "letter_template",
  one: "Version of the letter",
  many: "Letter versions",
  page: "releases",
  link: "/staff/releases/letters",
  entries: {
    title: text("Version", 40),
    inforce: flag("In force", "In force", "Not in force"),
    note: text("What is new", 200),
    ...letterParagraphs,
    number: whole("Number", 1, 100_000),
    madeby: refersTo("Written by", "staff"),
    approvedby: maybe(refersTo("Approved by", "staff")),
    createdAt: atMinute("Written"),
  },
  title: ["title"],
  columns: ["title", "inforce", "note", "madeby", "approvedby", "createdAt"],
  sorts: ["createdAt"],
  filters: [],
  searched: null,
});

const path = "/staff/ms_letter_template";

/** Of nobody, in the words in force: how much room the paragraphs of a release have beside them. */
export const readLetterWords = get(
  `${path}/words`,
  "What every letter says beside the paragraphs of its release",
  paperWording("heading", "greeting", "opening", "notes", "closing", "signatories").words,
);

export const addTemplate = post(
  path,
  "Writes a new version of the letter's own paragraphs; it is in force once a second person approves it",
  templateForm,
  done({ _id: v.string() }),
);

export const enforceTemplate = post(
  `${path}/:id/enforce`,
  "Approves a version of the letter that another wrote: new lists begin with it",
  v.nullish(fields({})),
  done({}),
);

export const retireTemplate = post(
  `${path}/:id/retire`,
  "Takes a version of the letter out of force: new lists begin with the usual letter",
  v.nullish(fields({})),
  done({}),
);
