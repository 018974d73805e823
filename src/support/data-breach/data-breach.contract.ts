import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, atMinute, looksLike, maybe, refersTo, worded } from "#console/record/record.fields.contract.ts";
import { choice, lines } from "#kit/field/fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** How the people whom a breach concerns are found. */
const breachSources = [
  "Files opened",
  "Sign-ins",
  "Applications",
  "Payments",
  "Accounts",
  "Students",
  "Nobody",
] as const;

const LONGEST = 2_000;

/** Several lines, typed in a field as high. */
const told = (label: string) => v.pipe(lines(label, LONGEST), v.metadata({ kind: "lines" }));

const asItIs = <const L extends readonly string[]>(list: L) =>
  Object.fromEntries(list.map((one) => [one, one])) as Readonly<Record<L[number], string>>;

/** Breaches of personal data. The law asks for their facts, effects and what was done, whether they are told of or not. Section 40. */
export const dataBreaches = record({
  noun: "data_breach",
  one: "Breach",
  many: "Breaches",
  page: "data-breaches",
  link: "/staff/data-breaches",
  entries: {
    what: v.pipe(
      atLeastTwo("What happened", 150),
      v.description("In a few words, such as A laptop of the desk was stolen"),
    ),
    facts: told("Facts"),
    knownAt: v.pipe(
      atMinute("Known since"),
      v.description("From this minute the Commission is to be told within 72 hours"),
    ),
    beganAt: atMinute("Began"),
    endedAt: atMinute("Ended"),
    source: v.pipe(
      worded("Whom it concerns", asItIs(breachSources)),
      v.description(
        "Whose files were opened, who signed in, applied or paid between the two times; or every account or student there was at its end",
      ),
    ),
    staff: maybe(
      v.pipe(
        refersTo("Opened by", "staff"),
        v.description("Of files opened: whose sign-in was misused. Empty: anybody's"),
      ),
    ),
    risk: v.pipe(
      worded("Risk to people", asItIs(["None", "Some", "High"])),
      v.description("High: the people themselves are told at once, in plain words"),
    ),
    effects: maybe(told("Effects")),
    measures: maybe(told("What was done")),
    commissionAt: maybe(atMinute("Commission told")),
    peopleAt: maybe(atMinute("People told")),
    untold: maybe(
      v.pipe(
        told("Why the Commission is not told"),
        v.description("Only where there is no risk to anybody, such as a stolen disk that nobody can read"),
      ),
    ),
  },
  kept: {
    due: atMinute("Commission told by"),
    standing: v.pipe(
      choice("Stands", ["Running", "People to be told", "Dealt with"] as const),
      looksLike({ Running: "bad", "People to be told": "bad", "Dealt with": "good" }),
    ),
  },
  title: ["what"],
  columns: ["what", "knownAt", "due", "standing", "risk", "commissionAt", "peopleAt"],
  sorts: ["knownAt", "createdAt"],
  filters: ["standing", "risk", "source"],
  searched: "what happened, or its facts",
  key: [],
});

const person = v.strictObject({
  name: v.string(),
  emailaddress: v.nullable(v.string()),
  phonenumber: v.nullable(v.string()),
  jamb: v.nullable(v.string()),
  matric: v.nullable(v.string()),
});

export const readBreachPeople = get(
  "/staff/ms_data_breach/:id/people",
  "Whom a breach concerns: how many, the first twenty, and how the clock stands",
  v.strictObject({
    count: v.number(),
    list: v.array(person),
    /** Whole hours until the Commission is to be told; negative once that is over. Null once it is told, or need not be. */
    hours: v.nullable(v.number()),
  }),
);

export const exportBreachPeople = get(
  "/staff/ms_data_breach/:id/people.csv",
  "Everybody whom a breach concerns, as a CSV file to write to them from",
  v.any(),
);
