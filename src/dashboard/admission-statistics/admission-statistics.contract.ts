import * as v from "valibot";
import { listing, record } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { layouts, rhythms } from "./admission-statistics.rules.ts";

const page = "admission-statistics";

const MOST_RECIPIENTS = 20;
const addressesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);
const isAddress = (one: string) => v.is(v.pipe(v.string(), v.email()), one);

const recipients = v.pipe(
  lines("Sent to", 2_000),
  v.check((typed) => addressesIn(typed).length > 0, "Sent to is required"),
  v.check((typed) => addressesIn(typed).length <= MOST_RECIPIENTS, `Send to at most ${MOST_RECIPIENTS} addresses`),
  v.check((typed) => addressesIn(typed).every(isAddress), "Write one email address a line, each like name@example.com"),
  v.description(
    "One email address a line. Each gets the sums in a mail; whoever may open this page downloads the tables.",
  ),
  v.title("Sent to"),
);

export { addressesIn };

/** How often statistics are made, in which layout, and for whom. */
export const statisticsSchedules = record({
  noun: "statistics_schedule",
  one: "Schedule",
  many: "Schedules",
  page,
  link: "/staff/admission-statistics/schedules",
  entries: {
    layout: v.pipe(
      choice("Layout", layouts),
      v.metadata({ options: layouts }),
      v.description("As JAMB or the NCCE asks for it"),
      v.title("Layout"),
    ),
    every: v.pipe(
      choice("Every", rhythms),
      v.metadata({ options: rhythms }),
      v.description(
        "Each week on Monday, each month on its first day, or once when the session's applications have closed",
      ),
      v.title("Every"),
    ),
    recipients,
  },
  title: ["layout", "every"],
  columns: ["layout", "every", "recipients"],
  sorts: ["createdAt"],
  filters: [],
  searched: null,
  key: [],
});

/** Statistics as they were on their day. */
export const admissionStatistics = listing({
  noun: "admission_statistics",
  one: "Admission statistics",
  many: "Admission statistics",
  page,
  link: "/staff/admission-statistics",
  entries: {
    layout: choice("Layout", layouts),
    session: refersTo("Session", "session"),
    period: text("Of", 40),
    applied: whole("Applied", 0, 100_000_000),
    admitted: whole("Admitted", 0, 100_000_000),
    accepted: whole("Accepted", 0, 100_000_000),
    matriculated: whole("Matriculated", 0, 100_000_000),
    sentto: lines("Sent to", 2_000),
    madeby: maybe(refersTo("Made by", "staff")),
    createdAt: atMinute("Made"),
  },
  title: ["layout", "period"],
  columns: ["layout", "period", "session", "applied", "admitted", "accepted", "matriculated", "createdAt"],
  sorts: ["createdAt"],
  filters: ["session", "layout"],
  searched: null,
  none: {
    title: "No statistics were made yet",
    text: "Make them now, or add a schedule: they are kept as they were on their day.",
  },
});

const path = "/staff/ms_admission_statistics";

export const readStatisticsTerms = get(
  `${path}/terms`,
  "The sessions of which statistics can be made, the newest first",
  v.strictObject({ sessions: v.array(v.strictObject({ _id: v.string(), name: v.string() })) }),
);

const figure = v.union([v.string(), v.number()]);

export const readStatistics = get(
  `${path}/:id/tables`,
  "The tables of statistics as they were made, in their layout",
  v.strictObject({
    layout: v.picklist(layouts),
    session: v.string(),
    period: v.string(),
    createdAt: v.string(),
    sentto: v.string(),
    tables: v.array(
      v.strictObject({ title: v.string(), headings: v.array(v.string()), rows: v.array(v.array(figure)) }),
    ),
  }),
);

export const readStatisticsCsv = get(`${path}/:id/file.csv`, "The tables of statistics as one CSV file", v.any());

export const readStatisticsWorkbook = get(
  `${path}/:id/file.xlsx`,
  "The tables of statistics as an Excel workbook, a sheet each",
  v.any(),
);

export const makeStatistics = post(
  path,
  "Makes statistics of a session now, and keeps them; nobody is mailed",
  fields({
    layout: choice("Layout", layouts),
    session: v.pipe(reference("Session"), v.title("Session")),
  }),
  done({ _id: v.string() }),
);
