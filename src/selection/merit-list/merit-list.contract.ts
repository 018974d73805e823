import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, flag, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";
import { placeOutcomes } from "../merit-rank/merit-rank.rules.ts";
import { reviewStates } from "../review/review.rules.ts";
import { runStates } from "./merit-list.rules.ts";

const MANY = 10_000_000;

/** Every run of every session, newest first. */
export const meritRuns = listing({
  noun: "merit_run",
  one: "Merit list",
  many: "Merit lists",
  page: "merit-lists",
  link: "/staff/merit-lists",
  entries: {
    title: text("Merit list", 100),
    state: choice("State", runStates),
    session: refersTo("Session", "session"),
    number: whole("Run", 1, MANY),
    applications: whole("Applications", 0, MANY),
    offers: whole("Offers", 0, MANY),
    waiting: whole("Waiting", 0, MANY),
    entries: whole("By hand", 0, MANY),
    scheme: text("Scheme", 1_000),
    note: maybe(text("Note", 200)),
    createdAt: atMinute("Made"),
    madeby: refersTo("Made by", "staff"),
    proposedby: maybe(refersTo("Proposed by", "staff")),
    approvedby: maybe(refersTo("Approved by", "staff")),
    frozenAt: maybe(atMinute("Frozen")),
  },
  title: ["title"],
  columns: ["title", "state", "applications", "offers", "waiting", "entries", "scheme", "madeby", "createdAt", "note"],
  sorts: ["createdAt"],
  filters: ["session", "state"],
  searched: null,
});

export const meritPlaces = listing({
  noun: "merit_place",
  one: "Place",
  many: "Places",
  page: "merit-lists",
  link: "/staff/merit-lists/places",
  entries: {
    place: whole("No.", 1, MANY),
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    wish: whole("Choice", 1, 3),
    rank: maybe(whole("Rank", 1, MANY)),
    aggregate: maybe(text("Aggregate", 6)),
    outcome: choice("Outcome", placeOutcomes),
    quota: maybe(text("Quota", 40)),
    reason: text("Reason", 1_000),
    byhand: flag("By hand"),
    utme: maybe(whole("UTME score", 0, 400)),
    screening: maybe(text("Screening score", 6)),
    points: maybe(whole("O-Level points", 0, 900)),
    gender: choice("Sex", genders),
    type: choice("Mode of entry", modesOfEntry),
    stateoforigin: choice("State of origin", namesOfStates),
    lgaoforigin: text("Local government area", 60),
    state: choice("Stage now", reviewStates),
    application: refersTo("Application", "review"),
    run: refersTo("Merit list", "merit_run"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "rank", "aggregate", "outcome", "reason", "programme"],
  sorts: ["place"],
  filters: ["run", "programme", "outcome", "quota", "stateoforigin", "byhand"],
  searched: "code, JAMB number, RRR, phone or name",
});

/** Whom a frozen run proposes: its file is uploaded on CAPS, in JAMB's headings and words. */
export const meritCaps = listing({
  noun: "merit_caps",
  one: "Proposal for CAPS",
  many: "Proposals for CAPS",
  page: "merit-lists",
  link: "/staff/merit-lists/caps",
  entries: {
    place: whole("S/NO", 1, MANY),
    rg_num: text("RG_NUM", 14),
    rg_candname: text("RG_CANDNAME", 200),
    rg_sex: text("RG_SEX", 1),
    state_name: text("STATE_NAME", 60),
    lga_name: text("LGA_NAME", 60),
    co_name: text("CO_NAME", 200),
    rg_utme: maybe(whole("RG_UTME", 0, 400)),
    rg_putme: maybe(text("RG_PUTME", 6)),
    rg_aggregate: maybe(text("RG_AGGREGATE", 6)),
    rg_mode: text("RG_MODE", 20),
    rg_quota: maybe(text("RG_QUOTA", 40)),
    programme: refersTo("PROGRAMME", "programme"),
    run: refersTo("MERIT_LIST", "merit_run"),
  },
  title: ["rg_num"],
  columns: ["rg_num", "rg_candname", "co_name", "rg_aggregate", "rg_quota"],
  file: [
    "place",
    "rg_num",
    "rg_candname",
    "rg_sex",
    "state_name",
    "lga_name",
    "co_name",
    "rg_utme",
    "rg_putme",
    "rg_aggregate",
    "rg_mode",
    "rg_quota",
  ],
  sorts: ["place"],
  filters: ["run", "programme"],
  searched: null,
});

export const readMeritStanding = get(
  "/staff/ms_merit_place/standing/:id",
  "The place of one application in the newest frozen merit list that holds it, with the reason; null while none does",
  v.nullable(
    v.strictObject({
      _id: v.string(),
      /** "Run 3 of 2026/2027". */
      run: v.string(),
      frozenAt: v.string(),
      outcome: v.picklist(placeOutcomes),
      rank: v.nullable(v.number()),
      aggregate: v.nullable(v.string()),
      quota: v.nullable(v.string()),
      reason: v.string(),
    }),
  ),
);

export type MeritStanding = v.InferOutput<(typeof readMeritStanding)["reply"]>;
