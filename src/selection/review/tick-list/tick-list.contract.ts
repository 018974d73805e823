import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, maybe, refersTo, status, usually, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { tickStates } from "../review.rules.ts";

const MOST = 100;

/** What the desk looks at in each application: ticked, or given marks for by each reviewer. */
export const reviewItems = record({
  noun: "review_item",
  one: "Item of the tick list",
  many: "Tick list",
  page: "review-items",
  link: "/staff/review-items",
  entries: {
    label: atLeastTwo("Label", 80),
    advice: v.pipe(
      maybe(atLeastTwo("What to look at", 300)),
      v.description("Such as: the name on the slip is the name in the bio data"),
    ),
    most: v.pipe(
      maybe(whole("Marks at most", 1, MOST)),
      v.description("Left empty: the item is ticked. Else each reviewer gives a mark from 0 to this"),
    ),
    required: v.pipe(
      usually(flag("Needed", "An application is checked only once it is ticked", "May stay open"), () => true),
      v.description("Marks are never needed"),
    ),
    session: v.pipe(maybe(refersTo("Session", "session")), v.description("Left empty: every session")),
    programme: v.pipe(maybe(refersTo("Programme", "programme")), v.description("Left empty: every programme")),
    place: usually(whole("Place in the list", 0, 999), () => 0),
    status,
  },
  title: ["label"],
  columns: ["label", "advice", "most", "required", "place", "status"],
  sorts: ["place", "label", "createdAt"],
  filters: ["session", "programme", "required", "status"],
  searched: "label",
  key: ["label"],
});

const path = "/staff/ms_review/:id";

const NOTE = "Note must be at least 2 characters";
const note = maybe(v.pipe(lines("Note", 500), v.minCodePoints(2, NOTE), v.title("Note")));

/** What is not in order says what is wrong: the colleague who asks the applicant for it reads it here. */
export const tickForm = v.pipe(
  fields({
    item: reference("Item"),
    state: choice("State", tickStates),
    note,
    was: v.nullable(v.picklist(tickStates)),
  }),
  v.forward(
    v.check(({ state, note: said }) => state !== "Not in order" || said !== undefined, "Say what is not in order"),
    ["note"],
  ),
);

export const tickItem = post(
  `${path}/tick`,
  "Says of one item of an application whether it is in order; `was` is what the caller saw, and a colleague who was faster is named (409)",
  tickForm,
  done({}),
);

export const markForm = fields({ item: reference("Item"), mark: whole("Mark", 0, MOST), note });

export const markItem = post(
  `${path}/mark`,
  "Gives the caller's own mark for one item of an application; given again it takes the place of the earlier one",
  markForm,
  done({}),
);

const text = v.string();
const perhaps = v.nullable(text);

const tick = v.strictObject({
  _id: text,
  label: text,
  advice: perhaps,
  required: v.boolean(),
  /** False for what is asked of nobody any more, and was found before. */
  asked: v.boolean(),
  /** Null while nobody has looked. */
  state: v.nullable(v.picklist(tickStates)),
  note: perhaps,
  by: perhaps,
  at: perhaps,
});
export type Tick = v.InferOutput<typeof tick>;

const marked = v.strictObject({
  _id: text,
  label: text,
  advice: perhaps,
  most: v.number(),
  /** The caller's own; null until it is given. */
  own: v.nullable(v.strictObject({ mark: v.number(), note: perhaps })),
  /** Of everybody who gave one, with one decimal; null until the caller has given one too, so that each judges alone. */
  average: v.nullable(v.number()),
  others: v.array(v.strictObject({ by: text, mark: v.number(), note: perhaps, at: text })),
});
export type Marked = v.InferOutput<typeof marked>;

export const readTickList = get(
  `${path}/tick-list`,
  "What the desk looks at in one application, and what was found; marks of others stand there once the caller has given one",
  v.strictObject({ ticks: v.array(tick), marks: v.array(marked) }),
);
export type TickList = v.InferOutput<typeof readTickList.reply>;
