import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing, choice as toChoose } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  looksLike,
  maybe,
  onDay,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { graduandLooks, graduandStates, graduationLooks, graduationStates } from "./graduation.rules.ts";

const link = "/staff/graduations";

/** Every list of people whom the award is proposed for, the newest first. */
export const graduations = listing({
  noun: "graduation",
  one: "Graduation list",
  many: "Graduation lists",
  page: "graduations",
  link,
  entries: {
    title: text("List", 200),
    session: refersTo("Session", "session"),
    programme: maybe(refersTo("Programme", "programme")),
    state: v.pipe(choice("State", graduationStates), looksLike(graduationLooks)),
    people: whole("People", 0, 100_000),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    minute: maybe(text("Minute", 120)),
    heldon: maybe(onDay("Conferred on")),
    decision: maybe(lines("Why it was declined", 500)),
  },
  title: ["title"],
  columns: ["title", "state", "people", "proposedby", "createdAt", "minute", "heldon"],
  sorts: ["createdAt"],
  filters: ["session", "state", "programme"],
  beginsWhole: true,
  searched: "title or minute",
  none: {
    title: "No graduation list yet",
    text: "Make one: everybody at the end of a programme is audited first, and you see who has met everything and who lacks what.",
  },
});

/** Everybody on a list, with what the record said when it was made. */
export const graduands = listing({
  noun: "graduand",
  one: "Graduand",
  many: "Graduands",
  page: "graduations",
  link: `${link}/people`,
  entries: {
    name: text("Name", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    graduation: refersTo("List", "graduation"),
    programme: refersTo("Programme", "programme"),
    passclass: text("Class of pass", 40),
    cgpa: text("CGPA", 8),
    units: whole("Units counted", 0, 1_000),
    passedunits: whole("Units passed", 0, 1_000),
    state: v.pipe(choice("State", graduandStates), looksLike(graduandLooks)),
    reason: maybe(lines("Why taken off", 500)),
    conferredAt: maybe(atMinute("Conferred")),
    undoneAt: maybe(atMinute("Taken back")),
    looked: maybe(lines("About later corrections", 500)),
    createdAt: atMinute("Listed"),
  },
  title: ["name"],
  columns: ["name", "matric", "programme", "passclass", "cgpa", "passedunits", "state"],
  sorts: ["createdAt", "name"],
  filters: ["graduation", "programme", "passclass", "state"],
  searched: "matric number or name",
  none: { title: "Nobody is listed", text: "Whoever stands on a graduation list stands here." },
});

const path = "/staff/ms_graduation";

/** A list is chosen where people are looked at by it, and where its sheets are printed. */
export const chooseGraduation = get(
  `${path}/choices`,
  "Graduation lists to choose from, by what they are called",
  v.array(toChoose),
);

export const findingShown = v.strictObject({ about: v.string(), met: v.boolean(), sentence: v.string() });

export const graduationForm = fields({
  session: refersTo("Session", "session"),
  programme: v.pipe(maybe(refersTo("Programme", "programme")), v.description("Left empty: every programme")),
});

const audited = {
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  course: v.string(),
};

/** Who would stand on a list, and who would not and why. */
const dryRun = v.strictObject({
  title: v.string(),
  ready: v.array(
    v.strictObject({
      ...audited,
      cgpa: v.string(),
      passclass: v.string(),
      passedunits: v.number(),
      /** What the certificate will wait for. */
      open: v.array(v.string()),
    }),
  ),
  lacking: v.array(v.strictObject({ ...audited, cgpa: v.string(), reasons: v.array(v.string()) })),
});

export type DryRun = v.InferOutput<typeof dryRun>;

export const checkGraduation = post(
  `${path}/check`,
  "Audits everybody at the end of a programme for the award: who meets everything, and who lacks what. Changes nothing",
  graduationForm,
  dryRun,
);

export const proposeGraduation = post(
  path,
  "Proposes the award for everybody who meets everything at this moment; another member of staff approves it with the minute of the board",
  graduationForm,
  done({ _id: v.string(), people: v.number() }),
);

const seen = v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version"));

const minuteEntries = {
  minute: v.pipe(atLeastTwo("Minute", 120), v.description("Such as: Academic Board, 14th meeting, minute 6.2")),
  heldon: onDay("Conferred on"),
};

/** What a dialog asks for; the version comes from the page. */
export const minuteForm = fields(minuteEntries);

export const approveGraduation = post(
  `${path}/:id/approve`,
  "Confers the award on everybody on a list that somebody else has proposed: each is audited once more, and their status is Graduated",
  fields({ seen, ...minuteEntries }),
  done({}),
);

export const declineGraduation = post(
  `${path}/:id/decline`,
  "Declines a list that somebody else has proposed, with the reason",
  reasonForm,
  done({}),
);

export const withdrawGraduation = post(
  `${path}/:id/withdraw`,
  "Withdraws a list that one has proposed oneself",
  v.nullish(fields({})),
  done({}),
);

export const takeOff = post(
  `${path}/:id/take_off`,
  "Takes one person off a list that is not decided yet, with the reason",
  fields({ student: v.pipe(reference("Student"), v.title("Student")), reason }),
  done({}),
);

export const auditAnew = post(
  `${path}/:id/audit`,
  "Audits everybody on a list once more: whoever lacks something by now is taken off, and what changed is written down anew",
  v.nullish(fields({})),
  done({ takenoff: v.number(), changed: v.number() }),
);

const differing = v.array(
  v.strictObject({
    _id: v.string(),
    name: v.string(),
    matric: v.nullable(v.string()),
    was: v.string(),
    difference: v.string(),
  }),
);

export const readDifferences = get(
  `${path}/:id/differences`,
  "Whose record says something else by now than the list: before the award it stops the list, after it somebody looks at it",
  differing,
);

/** More people are no paper that anybody holds. */
export const MOST_ON_PAPER = 2_000;

export const readGraduationPaper = get(
  `${path}/:id/paper`,
  "A list as the board reads it: by programme, class of pass and name, with who signs",
  v.strictObject({
    title: v.string(),
    session: v.string(),
    state: v.picklist(graduationStates),
    minute: v.nullable(v.string()),
    heldon: v.nullable(v.string()),
    signers: v.array(v.string()),
    asOf: v.string(),
    programmes: v.array(
      v.strictObject({
        programme: v.string(),
        classes: v.array(
          v.strictObject({
            passclass: v.string(),
            people: v.array(
              v.strictObject({ name: v.string(), matric: v.nullable(v.string()), cgpa: v.string(), units: v.number() }),
            ),
          }),
        ),
      }),
    ),
  }),
);

export const lookAtCorrection = post(
  "/staff/ms_graduand/:id/looked",
  "Says what was decided about results that were corrected after the award; what it changes is done by taking the graduation back",
  reasonForm,
  done({}),
);

export const readAwardAudit = get(
  `${path}/student/:id`,
  "The audit for the award of one student as far as the right reaches: everything that it asks for, met or not",
  v.strictObject({
    name: v.string(),
    matric: v.nullable(v.string()),
    cgpa: v.string(),
    passclass: v.nullable(v.string()),
    met: v.boolean(),
    findings: v.array(findingShown),
    clearance: v.array(findingShown),
  }),
);

/** What is to be done, and on which page of the student's; null where on none. */
const nyscNeed = v.strictObject({ sentence: v.string(), link: v.nullable(v.string()) });

export const readOwnAward = get(
  "/student/award",
  "How far the signed-in student is from the award: what is met, what is lacking, and on which list he or she stands",
  v.strictObject({
    /** Null before any list. */
    listed: v.nullable(
      v.strictObject({
        title: v.string(),
        state: v.picklist(graduandStates),
        passclass: v.string(),
        cgpa: v.string(),
        heldon: v.nullable(v.string()),
      }),
    ),
    met: v.boolean(),
    cgpa: v.string(),
    findings: v.array(findingShown),
    clearance: v.array(findingShown),
    /** What NYSC still asks for; null where the college does not list this person, such as before the last level. */
    nysc: v.nullable(v.strictObject({ needed: v.array(nyscNeed), wanted: v.array(nyscNeed) })),
  }),
);

export type OwnAward = v.InferOutput<(typeof readOwnAward)["reply"]>;
