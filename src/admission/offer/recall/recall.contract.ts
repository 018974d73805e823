import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

/** Where a recall stands. Approved while a whole list is being taken back. */
export const recallStates = ["Proposed", "Approved", "Recalled", "Dismissed"] as const;

export type RecallState = (typeof recallStates)[number];

export const recalls = listing({
  noun: "recall",
  one: "Recall",
  many: "Recalls",
  page: "releases",
  link: "/staff/releases/recalls",
  entries: {
    about: text("What", 300),
    state: choice("State", recallStates),
    reason: lines("Reason", 500),
    words: lines("Words to the applicants", 600),
    release: maybe(refersTo("List", "release")),
    taken: maybe(whole("Taken back", 0, 100_000)),
    stayed: maybe(whole("Stayed", 0, 100_000)),
    proposedby: refersTo("Proposed by", "staff"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    createdAt: atMinute("Proposed"),
  },
  title: ["about"],
  columns: ["about", "state", "reason", "taken", "stayed", "proposedby", "decidedby", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state"],
  searched: "list, code, name or reason",
  none: {
    title: "No offer was recalled",
    text: "A recall that somebody proposes is listed here.",
  },
});

/** What applicants read unless the office writes something else. */
export const USUAL_WORDS =
  "It went out by mistake, for which we are sorry. Your application stands, and the college decides about it again";

const path = "/staff/ms_recall";

export const recallForm = fields({
  release: maybe(reference("List")),
  application: maybe(reference("Application")),
  reason,
  words: v.pipe(
    lines("Words to the applicants", 600),
    v.minCodePoints(2, "Words to the applicants: write a sentence"),
    v.title("Words to the applicants"),
  ),
});

export const proposeRecall = post(
  path,
  "Proposes to take back an offer that is not accepted, or all of a list, within the hours that the college sets",
  recallForm,
  done({ _id: v.string() }),
);

const nothing = v.nullish(fields({}));

export const approveRecall = post(
  `${path}/:id/approve`,
  "Takes back what another has proposed to take back; places that are accepted stay",
  nothing,
  done({}),
);

export const dismissRecall = post(
  `${path}/:id/dismiss`,
  "Leaves out what another has proposed to take back",
  nothing,
  done({}),
);

export const takeRecallBack = post(
  `${path}/:id/take-back`,
  "Gives a recall up that one has proposed oneself",
  nothing,
  done({}),
);
