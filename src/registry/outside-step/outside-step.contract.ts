import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { listing, record } from "#console/record/record.contract.ts";
import { atMinute, maybe, onDay, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { everyNeed, outsideSteps, stepStates } from "./outside-step.rules.ts";

const ORDER = "Last day must not be before the first";

/** When a step outside the portal is to be done, in a session. */
export const outsideDays = record({
  noun: "outside_step",
  one: "Outside step",
  many: "Outside steps",
  page: "outside-steps",
  link: "/staff/outside-steps/days",
  entries: {
    session: usuallyAdmitting,
    step: choice("Step", outsideSteps),
    opens: maybe(onDay("First day")),
    closes: maybe(onDay("Last day")),
    note: maybe(v.pipe(text("Note", 300), v.description("What applicants read beside the step"), v.title("Note"))),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check(({ opens, closes }) => !opens || !closes || closes >= opens, ORDER),
        ["closes"],
      ),
    ),
  title: ["step"],
  columns: ["step", "session", "opens", "closes", "note"],
  sorts: ["closes", "createdAt"],
  filters: ["session", "step"],
  searched: null,
  key: ["session", "step"],
});

/** Who has a place and still lacks something for the National Matriculation List: a row for each thing. */
export const nationalNeedLines = listing({
  noun: "national_need",
  one: "Need",
  many: "Needs",
  page: "outside-steps",
  link: "/staff/outside-steps/people",
  entries: {
    jamb: text("JAMB number", 14),
    name: text("Name", 200),
    programme: maybe(refersTo("Programme", "programme")),
    need: choice("Still needed", everyNeed),
    application: refersTo("Application", "review"),
    session: refersTo("Session", "session"),
    createdAt: atMinute("Since"),
  },
  title: ["jamb", "name"],
  columns: ["jamb", "name", "programme", "need", "createdAt"],
  sorts: ["name", "jamb", "createdAt"],
  filters: ["session", "need", "programme"],
  searched: "JAMB number or name",
  none: { title: "Nothing is needed", text: "Whoever has a place and still lacks something is listed here." },
});

const perhaps = v.nullable(v.string());

const companion = v.strictObject({
  /** The session that admits; null while none does: then there are no steps. */
  session: perhaps,
  steps: v.array(
    v.strictObject({
      step: v.picklist(outsideSteps),
      state: v.picklist(stepStates),
      day: perhaps,
      because: v.string(),
      opens: perhaps,
      closes: perhaps,
      note: perhaps,
      /** Whether it is over, by the college's days, and not done. */
      late: v.boolean(),
      /** Whether the applicant has said that it is done; null where that is nobody's to say. */
      said: v.nullable(v.boolean()),
    }),
  ),
  needs: v.array(v.picklist(everyNeed)),
});

export type Companion = v.InferOutput<typeof companion>;

export const readCompanion = get(
  "/ms_outside_step",
  "The steps outside the portal with their days and how far the applicant has come, and what is still needed for the National Matriculation List",
  companion,
);

const nothing = v.nullish(fields({}));

export const sayDone = post(
  "/ms_outside_step/:step/say",
  "Says that a step is done of which nobody else tells: olevel or letter",
  nothing,
  done({}),
);

export const takeBack = post("/ms_outside_step/:step/take_back", "Takes that back", nothing, done({}));

export const readNeedCounts = get(
  "/staff/ms_national_need/counts/:session",
  "How many have a place in a session, and what they lack; 'now' for the session that admits",
  v.strictObject({
    session: v.nullable(v.strictObject({ _id: v.string(), name: v.string() })),
    people: v.number(),
    complete: v.number(),
    needs: v.array(v.strictObject({ need: v.picklist(everyNeed), count: v.number() })),
    lookedAt: perhaps,
  }),
);

export const lookForNeeds = post(
  "/staff/ms_national_need/look",
  "Looks anew what everybody with a place lacks for the National Matriculation List",
  fields({ session: v.pipe(reference("Session"), v.title("Session")) }),
  done({ count: v.number() }),
);
