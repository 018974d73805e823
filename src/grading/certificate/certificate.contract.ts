import * as v from "valibot";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, onDay, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { saidWithStep, sheetKinds, sheetLooks, sheetStates } from "./certificate.rules.ts";

const link = "/staff/certificates";

/** Every paper that was printed, also what was spoiled: the register. */
export const certificates = listing({
  noun: "certificate",
  one: "Certificate or statement",
  many: "Certificates and statements of result",
  page: "certificates",
  link,
  entries: {
    serial: text("Serial", 60),
    kind: choice("Kind", sheetKinds),
    name: text("Name", 200),
    matric: maybe(text("Matric number", 40)),
    state: v.pipe(choice("State", sheetStates), looksLike(sheetLooks)),
    programme: refersTo("Programme", "programme"),
    passclass: text("Class of pass", 40),
    conferredon: onDay("Conferred on"),
    session: refersTo("Session", "session"),
    student: refersTo("Record", "student"),
    validuntil: maybe(onDay("Valid until")),
    replaces: maybe(refersTo("In place of", "certificate")),
    takenby: maybe(lines("Taken by", 300)),
    despite: maybe(lines("Handed out though something was open", 500)),
    createdAt: atMinute("Printed"),
  },
  title: ["serial", "name"],
  columns: ["serial", "name", "matric", "kind", "state", "programme", "passclass", "createdAt"],
  sorts: ["createdAt", "serial", "name"],
  filters: ["kind", "state", "session", "programme", "student"],
  beginsWhole: true,
  searched: "serial, matric number or name",
  none: {
    title: "No certificate was made yet",
    text: "Once a graduation list is approved its certificates and statements of result are made here, each with its serial.",
  },
});

const path = "/staff/ms_certificate";

export const printForm = v.pipe(
  fields({
    kind: choice("Kind", sheetKinds),
    graduation: v.pipe(
      maybe(refersTo("Graduation list", "graduation")),
      v.description("Everybody on whom the award was conferred by it, and who has no such paper"),
    ),
    student: v.pipe(maybe(refersTo("Student", "student")), v.description("One person alone, in place of a list")),
  }),
  v.forward(
    v.check(
      ({ graduation, student }) => (graduation === undefined) !== (student === undefined),
      "Choose a graduation list, or one student",
    ),
    ["graduation"],
  ),
);

export const printSheets = post(
  path,
  "Gives serials and prints papers for whom the award was conferred on: everybody on a list, or one student; who has such a paper gets no second one",
  printForm,
  done({ count: v.number(), list: v.array(v.string()) }),
);

export const stepForm = fields({
  to: v.pipe(choice("Step", sheetStates), v.title("Step")),
  words: optional(v.pipe(lines("Words", 300), v.minLength(2, "Words must be at least 2 characters"))),
  despite: optional(
    v.pipe(
      lines("Why it is handed out though something is open", 500),
      v.minLength(10, "Say in at least 10 characters why it is handed out though something is open"),
    ),
  ),
  /** Where the sheet stood on the screen. */
  standing: choice("Standing", sheetStates),
});

/** Words that a step cannot do without. */
const withWords = v.rawCheck<v.InferOutput<typeof stepForm>>(({ dataset, addIssue }) => {
  const { to, words } = (dataset.value ?? {}) as Partial<v.InferOutput<typeof stepForm>>;
  const asked = to && saidWithStep[to];
  if (!asked || words) return;
  addIssue({
    message: `Say: ${asked.charAt(0).toLowerCase()}${asked.slice(1)}`,
    path: [{ type: "object", origin: "value", input: {}, key: "words", value: undefined }],
  });
});

export const moveSheet = post(
  `${path}/:id/step`,
  "Takes a certificate or statement a step on: signed, handed out, spoiled, cancelled, or replaced by another with a serial of its own",
  v.pipe(stepForm, withWords),
  done({ next: v.nullable(v.string()) }),
);

export const signSheets = post(
  `${path}/signed`,
  "Marks chosen papers as signed, all or none; one that does not wait for signatures is named",
  fields(chosenEntries),
  done({ count: v.number() }),
);

const step = v.strictObject({
  state: v.picklist(sheetStates),
  words: v.nullable(v.string()),
  by: v.string(),
  at: v.string(),
});

export const readSheet = get(
  `${path}/:id/standing`,
  "One certificate or statement with what became of it, and what keeps it from being handed out",
  v.strictObject({
    state: v.picklist(sheetStates),
    kind: v.picklist(sheetKinds),
    steps: v.array(step),
    /** What the handing out waits for. */
    open: v.array(v.string()),
    /** Why it holds no more though nobody said so; null where it does. */
    fallen: v.nullable(v.string()),
  }),
);

export const readSheetPaper = get(
  `${path}/:id/paper`,
  "A certificate or statement to print: the college's words with this person's, serial, code and who signs",
  v.strictObject({
    ...paperEntries,
    kind: v.picklist(sheetKinds),
    serial: v.string(),
    name: v.string(),
    matric: v.nullable(v.string()),
    award: v.string(),
    course: v.string(),
    passclass: v.string(),
    session: v.string(),
    conferredon: v.string(),
    validuntil: v.nullable(v.string()),
    ...paperWording("heading", "opening", "closing", "signatories"),
  }),
);

export type SheetPaper = v.InferOutput<(typeof readSheetPaper)["reply"]>;

export const readRegister = get(
  `${path}/register`,
  "How many papers of each kind and session were given a serial and what became of them, and serials without a paper",
  v.array(
    v.strictObject({
      kind: v.picklist(sheetKinds),
      session: v.string(),
      given: v.number(),
      counts: v.record(v.picklist(sheetStates), v.number()),
      /** Numbers that no sheet has. */
      missing: v.array(v.number()),
    }),
  ),
);

export const readOwnSheets = get(
  "/student/certificate",
  "The signed-in student's certificate and statements of result, where they are, and what the certificate waits for",
  v.strictObject({
    sheets: v.array(
      v.strictObject({
        kind: v.picklist(sheetKinds),
        serial: v.string(),
        state: v.picklist(sheetStates),
        at: v.string(),
        validuntil: v.nullable(v.string()),
      }),
    ),
    /** Null before the award. */
    waits: v.nullable(
      v.strictObject({
        /** The exit items that are not ticked. */
        exits: v.array(v.string()),
        hold: v.nullable(v.strictObject({ reason: v.string(), office: v.string() })),
        /** In naira. */
        owed: v.number(),
      }),
    ),
  }),
);

export type OwnWaits = NonNullable<v.InferOutput<(typeof readOwnSheets)["reply"]>["waits"]>;
