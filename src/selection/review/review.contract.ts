import * as v from "valibot";
import { chosenEntries, listing, total } from "#console/record/record.contract.ts";
import { edgeDay, looksLike, maybe, readAs, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";
import {
  paperLooks,
  paperStates,
  resultLooks,
  resultStates,
  reviewStates,
  reviewVerdicts,
  stageLooks,
  verdictLooks,
} from "./review.rules.ts";

/** Every submitted application as the desk works on it. Its `_id` is the application's. */
export const reviews = listing({
  noun: "review",
  one: "Application",
  many: "Applications",
  page: "applications",
  link: "/staff/applications",
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    phonenumber: v.pipe(text("Phone number", 13), readAs(localPhone)),
    rrr: v.pipe(text("RRR", 12), readAs(groupedRrr)),
    programme: refersTo("Programme", "programme"),
    choices: maybe(text("Further choices", 90)),
    session: refersTo("Session", "session"),
    type: choice("Mode of entry", modesOfEntry),
    gender: choice("Sex", genders),
    stateoforigin: choice("State of origin", namesOfStates),
    lgaoforigin: text("Local government area", 60),
    state: v.pipe(choice("Stage", reviewStates), looksLike(stageLooks)),
    verdict: maybe(v.pipe(choice("Verdict", reviewVerdicts), looksLike(verdictLooks))),
    asked: whole("Documents asked for", 0, 99),
    papers: maybe(v.pipe(choice("Documents", paperStates), looksLike(paperLooks))),
    results: maybe(v.pipe(choice("Results", resultStates), looksLike(resultLooks))),
    utme: maybe(whole("UTME score", 0, 400)),
    takenby: maybe(refersTo("Taken by", "staff")),
  },
  title: ["code", "name"],
  columns: ["code", "name", "jamb", "state", "verdict", "papers", "programme"],
  sorts: ["createdAt", "name", "code"],
  filters: [
    "state",
    "verdict",
    "papers",
    "results",
    "programme",
    "session",
    "type",
    "gender",
    "stateoforigin",
    "takenby",
  ],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: "code, RRR, JAMB, phone, name",
  settled: {
    "state=Submitted": "Nothing left to check",
    "papers=Arrived": "No document that came is left to look at",
    "papers=Overdue": "No document is overdue",
    "results=Overdue": "No application awaits results after the last day",
  },
  soughtFor: true,
});

/** What waits for the desk, each with the filter of the list that shows it, in the order in which it is worked through. */
export const deskTabs = [
  { name: "To check", key: "submitted", filter: "state", value: "Submitted" },
  { name: "Being checked", key: "checking", filter: "state", value: "Checking" },
  { name: "Documents came", key: "arrived", filter: "papers", value: "Arrived" },
  { name: "Overdue", key: "overdue", filter: "papers", value: "Overdue" },
  { name: "Awaited", key: "awaited", filter: "papers", value: "Awaited" },
  { name: "Checked", key: "checked", filter: "state", value: "Checked" },
] as const;

type Key = (typeof deskTabs)[number]["key"];

export const readDesk = get(
  "/staff/ms_review/desk",
  "How many applications wait for what at the desk, as far as the caller's right reaches",
  v.strictObject({
    ...(Object.fromEntries(deskTabs.map(({ key }) => [key, total])) as Record<Key, typeof total>),
    /** Of those that the caller has taken: what still waits for the desk. */
    mine: total,
  }),
);

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
