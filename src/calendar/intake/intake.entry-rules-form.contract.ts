import * as v from "valibot";
import { maybe, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { classifications } from "#reference/qualifications/qualifications.rules.ts";
import { displaySubjects, isSubject } from "#reference/subjects/subjects.rules.ts";
import { utmeSubjects } from "#reference/subjects/subjects.utme.rules.ts";
import { canBeFilled } from "./intake.subject-places.rules.ts";

/** Subjects of which any does, in as many lines as must be met; each line by a subject of its own. */
const lines = (label: string, isKnown: (name: string) => boolean) =>
  v.pipe(
    v.array(
      v.pipe(
        v.array(v.string(`${label} must be subjects`), `${label} must be subjects`),
        v.minLength(1, `${label}: choose a subject for each line, or remove the line`),
        v.check((names) => names.every(isKnown), `${label}: choose the subjects from the list`),
        v.check((names) => new Set(names).size === names.length, `${label}: a line names a subject twice`),
      ),
      `${label} is required`,
    ),
    v.maxLength(9, `${label} must be at most 9 lines`),
    v.check(
      (list) => canBeFilled(list),
      `${label}: nobody can meet all of these lines, because each needs a subject of its own`,
    ),
    v.title(label),
  );

const grade = (label: string) =>
  v.pipe(v.picklist(["A", "B", "C", "D", "E"], `${label} must be a letter from A to E`), v.title(label));

const isUtme = (name: string): boolean => (utmeSubjects as readonly string[]).includes(name);

export const olevelChoices: readonly string[] = displaySubjects.map(({ name }) => name);

/** The subjects beside Use of English that anybody sits. */
const MOST_UTME = 3;

const wayEntries = {
  credits: whole("Credits needed", 0, 9),
  sittings: whole("Sittings at most", 1, 2),
  must: lines("Subjects with a credit", isSubject),
  passes: lines("Subjects with a pass", isSubject),
  morepasses: whole("More subjects passed", 0, 9),
};

const bareWay = fields(wayEntries);

/** One way to fulfil the O-Level, as the form has it. */
export type WayForm = v.InferOutput<typeof bareWay>;

const SOME = "Say how many credits are needed";
const FEW = "Credits needed must not be fewer than the subjects with a credit";
const MANY = "Nobody has so many subjects: credits and passes together must be at most 9 at each sitting";

const asksSomething = ({ credits, must, passes, morepasses }: TypedWay) =>
  credits + must.length + passes.length + morepasses > 0;
const hasEnough = ({ credits, must }: TypedWay) => credits >= must.length;
const canBeHad = ({ credits, sittings, morepasses }: TypedWay) => credits + morepasses <= 9 * sittings;

/** The same while it is typed. */
export type TypedWay = v.InferInput<typeof bareWay>;

const otherWay = v.pipe(
  bareWay,
  v.forward(
    v.check((way) => asksSomething(way), SOME),
    ["credits"],
  ),
  v.forward(
    v.check((way) => hasEnough(way), FEW),
    ["credits"],
  ),
  v.forward(
    v.check((way) => canBeHad(way), MANY),
    ["morepasses"],
  ),
);

/** More ways than any text has. */
export const MOST_OTHER_WAYS = 3;

const bare = fields({
  ...wayEntries,
  otherwise: v.pipe(
    v.array(otherWay, "Other ways must be a list"),
    v.maxLength(MOST_OTHER_WAYS, `Other ways must be at most ${MOST_OTHER_WAYS}`),
    v.title("Other ways"),
  ),
  utme: lines("UTME subjects", isUtme),
  utmecount: whole("UTME subjects in all", 0, MOST_UTME),
  utmeothers: v.pipe(
    v.array(v.string("Other UTME subjects must be subjects"), "Other UTME subjects is required"),
    v.check((names) => names.every(isUtme), "Other UTME subjects: choose them from the list"),
    v.title("Other UTME subjects"),
  ),
  utmeasked: choice("UTME must have been sat", ["No", "Yes"]),
  utmescore: v.pipe(
    whole("UTME score at least", 0, 400),
    v.multipleOf(5, "UTME score at least must be a multiple of 5"),
    v.title("UTME score at least"),
  ),
  ncesubjects: whole("NCE subjects needed", 0, 3),
  ncegrade: grade("NCE grade"),
  ijmbsubjects: whole("IJMB subjects needed", 0, 3),
  ijmbgrade: grade("IJMB grade"),
  ijmbpoints: whole("IJMB points at least", 0, 16),
  diplomaclass: v.pipe(
    v.picklist(["", ...classifications], "Diploma class must be one of the listed classes"),
    v.title("Diploma class"),
  ),
  directentry: maybe(text("For Direct Entry also", 400)),
  note: maybe(text("Remark", 400)),
});

export type RulesForm = v.InferOutput<typeof bare>;

/** The same while it is typed: what is optional may be null. */
export type TypedRules = v.InferInput<typeof bare>;

const FEW_UTME = "UTME subjects in all must not be fewer than the subjects above";
const UNASKED = "Say which UTME subjects are asked for, or that it need not have been sat";
const OTHERS = "Choose the subjects from which the others may come";

export const rulesForm = v.pipe(
  bare,
  v.forward(
    v.check((way) => asksSomething(way), SOME),
    ["credits"],
  ),
  v.forward(
    v.check((way) => hasEnough(way), FEW),
    ["credits"],
  ),
  v.forward(
    v.check((way) => canBeHad(way), MANY),
    ["morepasses"],
  ),
  v.forward(
    v.check(({ utme, utmecount }) => utmecount >= utme.length, FEW_UTME),
    ["utmecount"],
  ),
  v.forward(
    v.check(({ utmeasked, utmecount }) => utmeasked === "No" || utmecount > 0, UNASKED),
    ["utmecount"],
  ),
  v.forward(
    v.check(({ utme, utmecount, utmeothers }) => utmeothers.length >= utmecount - utme.length, OTHERS),
    ["utmeothers"],
  ),
);

const path = "/staff/ms_intake/:id/rules";

export const readRules = get(
  path,
  "The entry rules of an intake, and in words as applicants read them",
  v.strictObject({
    version: v.number(),
    /** Whether they are set; the form then holds them, else what most programmes ask for. */
    isSet: v.boolean(),
    form: rulesForm,
    words: v.array(v.string()),
  }),
);

export const writeRules = put(path, "Sets the entry rules of an intake", rulesForm, done({ version: v.number() }));
