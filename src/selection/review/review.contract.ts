import * as v from "valibot";
import { listing } from "#console/listing/listing.contract.ts";
import { edgeDay, looksLike, maybe, readAs, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { groupedRrr } from "#payments/remita/remita.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.contract.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.contract.ts";
import { reviewStates, stageLooks } from "./review.states.contract.ts";
import { paperLooks, paperStates, verdictLooks, verdicts } from "./review.verdict.contract.ts";

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
    session: refersTo("Session", "session"),
    type: choice("Mode of entry", modesOfEntry),
    gender: choice("Sex", genders),
    stateoforigin: choice("State of origin", namesOfStates),
    lgaoforigin: text("Local government area", 60),
    state: v.pipe(choice("Stage", reviewStates), looksLike(stageLooks)),
    verdict: maybe(v.pipe(choice("Verdict", verdicts), looksLike(verdictLooks))),
    asked: whole("Documents asked for", 0, 99),
    papers: maybe(v.pipe(choice("Documents", paperStates), looksLike(paperLooks))),
    utme: maybe(whole("UTME score", 0, 400)),
  },
  title: ["code", "name"],
  columns: ["code", "name", "jamb", "state", "verdict", "papers", "programme"],
  sorts: ["createdAt", "name", "code"],
  filters: ["state", "verdict", "papers", "programme", "session", "type", "gender", "stateoforigin"],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: "code, RRR, JAMB, phone, name",
  settled: {
    "state=Submitted": "Nothing left to check",
    "papers=Arrived": "No document that came is left to look at",
    "papers=Overdue": "No document is overdue",
  },
  soughtFor: true,
});
