import * as v from "valibot";
import { whole } from "#console/record/record.fields.contract.ts";
import { lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";
import { nudgeKinds } from "./nudge.rules.ts";

const TWO = "Minimum of 2 characters expected";
const PEOPLE = 10_000_000;
const path = "/staff/ms_nudge";

const yesOrNo = (label: string) => v.pipe(v.boolean(`${label} is required`), v.title(label));

const entries = {
  subject: v.pipe(text("Subject", 80), v.minCodePoints(2, TWO), v.title("Subject")),
  words: v.pipe(
    lines("What it says", 1_500),
    v.minCodePoints(20, "Minimum of 20 characters expected"),
    v.title("What it says"),
  ),
  days: whole("Days", 1, 60),
  daily: yesOrNo("Each morning by itself"),
  texts: yesOrNo("To the phone too"),
};

/** What the office says in one kind of reminder. */
export const nudgeForm = fields(entries);

const shown = v.strictObject({
  kind: v.picklist(nudgeKinds),
  ...entries,
  /** 0 while the office has changed nothing. */
  version: v.number(),
  /** People who got it in the session that admits, and when the last one did. */
  given: v.number(),
  lastAt: v.nullable(v.string()),
});

export type ShownNudge = v.InferOutput<typeof shown>;

export const listNudges = get(
  path,
  "Reminders by what is missing: words, delay, and how many got each in the session that admits",
  v.strictObject({
    /** Whether applications are open: else nobody is reminded. */
    open: v.boolean(),
    kinds: v.array(shown),
    /** People who want no reminders. */
    stopped: v.number(),
  }),
);

export const saveNudge = put(
  `${path}/:kind`,
  "Says what a reminder says, after how many days, and whether it goes each morning by itself",
  fields({
    ...entries,
    version: v.pipe(v.number("Version is required"), v.integer("Version must be whole"), v.title("Version")),
  }),
  done({}),
);

export const checkNudge = post(
  `${path}/:kind/check`,
  "A dry run: how many would get a reminder now, the names of five of them, and who is left out and why; sends nothing",
  v.nullish(fields({})),
  v.strictObject({
    count: v.number(),
    sample: v.array(v.string()),
    left: v.array(v.strictObject({ why: v.string(), count: v.number() })),
  }),
);

export const runNudge = post(
  `${path}/:kind/run`,
  "Sends a reminder to everybody whom the dry run counts; `count` is the number that was seen",
  fields({ count: whole("Number of people", 1, PEOPLE) }),
  done({}),
);

export const stopForm = fields({
  person: v.pipe(text("JAMB number or e-mail", 120), v.minCodePoints(2, TWO), v.title("JAMB number or e-mail")),
  reason: v.pipe(lines("Reason", 500), v.minCodePoints(2, TWO), v.title("Reason")),
});

export const stopNudges = post("/staff/ms_nudge_stop", "Sends one person no reminders any more", stopForm, done({}));

export const stopOwnNudges = post(
  "/ms_nudge_stop/:token",
  "By the link of a reminder: its reader gets none any more",
  v.nullish(fields({})),
  done({}),
);
