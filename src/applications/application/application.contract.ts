import * as v from "valibot";
import { programmeEntries } from "#college/programme/programme.contract.ts";
import { person } from "#identity/account/account.person.contract.ts";
import { done, fields, get, post } from "#kit/endpoint.contract.ts";
import { reference } from "#kit/fields.contract.ts";
import { amount } from "#kit/money.contract.ts";
import { modesOfEntry } from "#reference/qualifications/qualifications.contract.ts";

const NO_MODE = "Sorry, mode of entry cannot be null";

/** Missing, empty and unknown read the same. Specification 5. */
const modeOfEntry = v.pipe(
  v.nullish(v.string(NO_MODE), ""),
  v.picklist(modesOfEntry, NO_MODE),
  v.title("Mode of entry"),
);

/** The step that asks for it alone. */
export const modeForm = fields({ type: modeOfEntry });

export const applicationForm = fields({
  programme: reference("Programme"),
  /** A verified fee payment for this programme and the session that admits: its reference or its `_id`. */
  payment: reference("Payment reference"),
  type: modeOfEntry,
});

/** What the status numbers of the wire mean, and where the file stands. Specification 4, Contract 3.11. */
export const standings = [
  {
    word: "Pending",
    stage: "Received by the admissions office",
    next: "Wait for the decision of the college. It will be shown here and sent to you by email",
  },
  {
    word: "Provisional Admission",
    stage: "Admission offered",
    next: "Accept the offer by paying the acceptance fee",
  },
  {
    word: "Conditional Admission",
    stage: "Admission offered under a condition",
    next: "Read the condition, then accept the offer by paying the acceptance fee",
  },
] as const;

/** The specification's word for a status; `Invalid option` for a number that no application has. */
export const statusWord = (status: number): string => standings[status]?.word ?? "Invalid option";

const shared = {
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

/** An application as its owner sees it; names and programme as they were when it was submitted. */
export const application = v.strictObject({
  ...shared,
  payment: v.string(),
  stage: v.string(),
  next: v.string(),
});

export type Application = v.InferOutput<typeof application>;

/** What the slip prints, as it was when the application was submitted. Specification 2. */
export const slip = v.strictObject({
  ...shared,
  gender: v.string(),
  dateofbirth: v.string(),
  photo: v.nullable(v.strictObject({ newname: v.string(), link: v.string() })),
  /** The payment reference of the application fee. */
  RRR: v.string(),
  amount: amount("Application fee"),
});

export type Slip = v.InferOutput<typeof slip>;

const path = "/ms_applications";

export const listApplications = get(path, "The applicant's applications, newest first", v.array(application));

export const submitApplication = post(
  path,
  "Submits an application with a verified payment; the same payment again answers with the same application",
  applicationForm,
  done({ _id: v.string(), code: v.string() }),
);

export const readSlip = get(`${path}/:id`, "What the application slip prints", slip);
