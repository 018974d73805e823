import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, atMinute, flag, maybe, onDay, whole } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

const CLOSES = "Applications must close after they open";

/**
 * An academic year. Which one runs and which one admits is decided by deeds, never by a form: at most one each.
 * Specification 3 and 5, Contract 3.13.
 */
export const sessions = record({
  noun: "session",
  one: "Session",
  many: "Sessions",
  page: "sessions",
  link: "/staff/sessions",
  entries: {
    name: atLeastTwo("Name", 40),
    code: v.pipe(atLeastTwo("Code", 40), v.maxCodePoints(4, "Maximum of 4 characters expected"), v.title("Code")),
    semester: whole("Semester", 1, 2),
    opens: maybe(atMinute("Applications open")),
    closes: maybe(atMinute("Applications close")),
    matriculation: maybe(onDay("Matriculation")),
    resultsby: maybe(onDay("Awaited results until")),
    changeuntil: maybe(onDay("Last day to change programme")),
  },
  kept: {
    status: flag("Runs", "Running", "Not running"),
    admission: flag("Admits", "Admitting", "Not admitting"),
  },
  deedOf: {
    status: "Save the session first; then Run on its page makes it the one that runs, and Run on another ends that",
    admission:
      "Save the session first; then Admit on its page makes it the one that admits, and Stop admission ends that",
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check(({ opens, closes }) => !opens || !closes || Date.parse(closes) > Date.parse(opens), CLOSES),
        ["closes"],
      ),
    ),
  title: ["name"],
  columns: ["name", "code", "semester", "status", "admission", "opens", "closes"],
  sorts: ["name", "code", "createdAt"],
  filters: ["status", "admission"],
  searched: "code or name",
  key: ["code"],
});

/** A deed on a session is confirmed by its code, typed by whoever does it. */
export const confirmForm = fields({ confirm: v.pipe(text("Session code", 40), v.title("Session code")) });

const path = "/staff/ms_session/:id";

export const runSession = post(
  `${path}/run`,
  "Makes a session the one that runs; the other stops",
  confirmForm,
  done({}),
);

export const admitSession = post(
  `${path}/admit`,
  "Makes a session the one that takes applications; the other stops taking them",
  confirmForm,
  done({}),
);

export const stopAdmission = post(
  `${path}/stop_admission`,
  "Ends that a session takes applications; then none does",
  confirmForm,
  done({}),
);
