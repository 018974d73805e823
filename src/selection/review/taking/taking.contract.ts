import * as v from "valibot";
import { chosenEntries } from "#console/record/record.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

const path = "/staff/ms_review";

export const takeFiles = post(
  `${path}/take`,
  "Takes the chosen applications: they are the caller's work. All or none; refuses when a colleague has one of them",
  fields(chosenEntries),
  done({ count: v.number() }),
);

const colleagues = v.pipe(
  v.array(v.string(), "Colleagues must be a list"),
  v.maxLength(50, "Choose at most 50 colleagues"),
  v.title("Colleagues"),
);

export const giveForm = fields({ staff: colleagues });

export const giveFiles = post(
  `${path}/give`,
  "Gives the chosen applications to colleagues, shared out evenly in the order in which they came; to nobody: they are everybody's " +
    "again. All or none; refuses a colleague who may not work on one of them, or whose own file is among them",
  fields({ ...giveForm.entries, ...chosenEntries }),
  done({ count: v.number() }),
);

const checker = v.strictObject({
  _id: v.string(),
  name: v.string(),
  /** How many applications this person has taken that still wait for the desk. */
  open: v.number(),
});
export type Checker = v.InferOutput<typeof checker>;

export const listCheckers = get(
  `${path}/checkers`,
  "Who may work on applications, with how many each has taken that still wait for the desk",
  v.array(checker),
);
