import * as v from "valibot";
import { optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

/** The law gives an answer so many days. Nigeria Data Protection Act 2023, section 34, and the Commission's guidance. */
export const DAYS_TO_ANSWER = 30;

/** What of one's data cannot be deleted by oneself, and why. */
const kept = v.strictObject({ what: v.string(), why: v.string() });

const ownData = v.strictObject({
  /** Whether the account has a password, which is asked for again. */
  password: v.boolean(),
  /** What is deleted at once. */
  goes: v.array(v.string()),
  /** While this is not empty, the office deletes what may go. */
  stays: v.array(kept),
  /** When the office was asked, and until when it answers; null while it was not. */
  asked: v.nullable(v.strictObject({ at: v.string(), due: v.string() })),
});
export type OwnData = v.InferOutput<typeof ownData>;

/** Whoever borrows a phone that is signed in does not know it. */
const again = optional(text("Password", 200));

export const copyForm = fields({ password: again });

const NOT_THE_WORD = "Delete is the expected value";

export const eraseForm = fields({
  password: again,
  delete: v.pipe(v.string(NOT_THE_WORD), v.literal("Delete", NOT_THE_WORD), v.title("Type Delete to confirm")),
});

const path = "/ms_applicant/own_data";

export const readOwnData = get(path, "What of one's data can be deleted, what stays, and why", ownData);

export const copyOwnData = post(
  `${path}/copy`,
  "All that the portal holds of the applicant, noun by noun, with links to the files for ten minutes",
  copyForm,
  done({ data: v.record(v.string(), v.unknown()) }),
);

export const eraseOwnData = post(
  `${path}/erase`,
  "Deletes one's account, or asks the office to delete what may go where something must stay",
  eraseForm,
  done({ erased: v.boolean() }),
);
