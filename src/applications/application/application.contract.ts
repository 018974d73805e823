import * as v from "valibot";
import { programmeEntries } from "#college/programme/programme.contract.ts";
import { person } from "#identity/account/account.person.contract.ts";
import { reference } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";

const NO_MODE = "Sorry, mode of entry cannot be null";

/** Missing, empty and unknown read the same. Specification 5. */
const modeOfEntry = v.pipe(
  v.nullish(v.string(NO_MODE), ""),
  v.picklist(modesOfEntry, NO_MODE),
  v.title("Mode of entry"),
);

/** The step that asks for it alone. */
export const modeForm = fields({ type: modeOfEntry });

/** How many programmes one may name beside the first, in the order of one's wishes. */
export const MOST_FURTHER = 2;

/** The second and the third choice. */
export const furtherChoices = v.pipe(
  v.array(reference("Further choice"), "Further choices must be a list"),
  v.maxLength(MOST_FURTHER, "Choose at most two further programmes: a second and a third choice"),
  v.check((list) => new Set(list).size === list.length, "Choose each programme once only"),
  v.title("Further choices"),
);

export const applicationForm = fields({
  programme: reference("Programme"),
  /** A verified fee payment for this programme and the session that admits: its reference or its `_id`. */
  payment: reference("Payment reference"),
  type: modeOfEntry,
  choices: v.optional(furtherChoices),
});

/** One programme that is wished beside the first. */
const furtherChoice = v.strictObject({
  /** 2 or 3. */
  rank: v.number(),
  /** The programme's. */
  _id: v.string(),
  /** `NCE Biology/Chemistry`. */
  title: v.string(),
});

export type FurtherChoice = v.InferOutput<typeof furtherChoice>;

/** The second and the third choice, in their order. */
export const keptChoices = v.array(furtherChoice);

/** What every paper and page of an application names. Section 3 of the specification. */
export const applicationEntries = {
  _id: v.string(),
  /** Unique for good, such as `2026/NCE/7GWR-4XQM`. */
  code: v.string(),
  programme: v.strictObject(programmeEntries),
  session: v.strictObject({ _id: v.string(), code: v.string(), name: v.string() }),
  status: v.picklist([0, 1, 2]),
  /** Mode of entry. */
  type: v.picklist(modesOfEntry),
  createdAt: v.string(),
  applicant: person,
};

/** What the slip prints, as it was when the application was submitted. Specification 2. */
export const slipPaper = v.strictObject({
  ...applicationEntries,
  choices: keptChoices,
  gender: v.string(),
  dateofbirth: v.string(),
  photo: v.nullable(v.strictObject({ newname: v.string(), link: v.string() })),
  ...paperEntries,
  /** The payment reference of the application fee. */
  RRR: v.string(),
  amount: amount("Application fee"),
  /** What the college says of the time after applying, such as the days of its screening; empty while it says nothing. */
  after: v.string(),
  ...paperWording("heading", "opening", "closing"),
});

export type SlipPaper = v.InferOutput<typeof slipPaper>;

export const applicationsPath = "/ms_applications";

export const submitApplication = post(
  applicationsPath,
  "Submits an application with a verified payment; the same payment again answers with the same application",
  applicationForm,
  done({ _id: v.string(), code: v.string() }),
);

export const readSlip = get(`${applicationsPath}/:id`, "What the application slip prints", slipPaper);
