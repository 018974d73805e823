import * as v from "valibot";
import { chosenEntries } from "#console/chosen/chosen.contract.ts";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { mayGo, type ReviewState } from "./review.states.contract.ts";

const path = "/staff/ms_review";

const reason = v.pipe(
  lines("Reason", 500),
  v.minCodePoints(2, "Reason must be at least 2 characters"),
  v.title("Reason"),
);

export const returnForm = fields({ reason });

export const beginChecking = post(
  `${path}/:id/begin`,
  "Takes up an application that nobody has looked at: it is being checked from now on",
  fields({}),
  done({ version: v.number() }),
);

export const stopChecking = post(
  `${path}/:id/stop`,
  "Lays down an application that was taken up: it waits to be checked again",
  fields({}),
  done({ version: v.number() }),
);

export const markChecked = post(
  `${path}/:id/check`,
  "Says that the papers of an application are in order",
  fields({}),
  done({ version: v.number() }),
);

export const returnToChecking = post(
  `${path}/:id/return`,
  "Brings an application back to checking, with the reason",
  returnForm,
  done({ version: v.number() }),
);

export const markManyChecked = post(
  `${path}/check`,
  "Says it of many applications, all or none: only of those that qualify and of which no document is asked for",
  fields(chosenEntries),
  done({ count: v.number() }),
);

export const returnManyToChecking = post(
  `${path}/return`,
  "Brings many applications back to checking with one reason, all or none",
  fields({ reason, ...chosenEntries }),
  done({ count: v.number() }),
);

/** Which of these an application may take from where it stands; the screen greys by what the server refuses by. */
export const deedsFrom = (state: ReviewState) => ({
  begin: state === "Submitted",
  stop: state === "Checking",
  check: (state === "Submitted" || state === "Checking") && mayGo(state, "Checked"),
  return: state !== "Submitted" && mayGo(state, "Checking"),
});

/** Whether the papers of an application can be called in order among many, which nobody opens first. */
export const isCheckedAmongMany = (of: { state: ReviewState; verdict: string | null; asked: number }): boolean =>
  deedsFrom(of.state).check && of.verdict === "Qualifies" && of.asked === 0;

export type ReviewDeed = keyof ReturnType<typeof deedsFrom>;
