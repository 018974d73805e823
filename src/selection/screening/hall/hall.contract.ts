import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { bookingStates, dayStates, originalStates } from "../screening.rules.ts";

const path = "/staff/ms_screening";

/** The college's screening is scored from 0 to this; the merit scheme gives the score its weight. */
export const MOST_SCORE = 100;

export const readHallDays = get(
  `${path}/hall`,
  "The screening days of the session that admits, the nearest first, with who is expected and who came",
  v.array(
    v.strictObject({
      _id: v.string(),
      name: v.string(),
      day: v.string(),
      hall: v.string(),
      state: v.picklist(dayStates),
      today: v.boolean(),
      booked: v.number(),
      attended: v.number(),
      absent: v.number(),
    }),
  ),
);

const sought = v.strictObject({
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  jamb: v.string(),
  programme: v.string(),
});

export const seekPerson = get(
  `${path}/sought/:day`,
  "Whom an application code, a JAMB number, a name or the text of a slip's picture means at a screening day: q; one where it is sure",
  v.array(sought),
);

const original = v.strictObject({
  item: v.string(),
  label: v.string(),
  /** What was uploaded of it. */
  file: v.nullable(v.strictObject({ link: v.string(), mediatype: v.string() })),
  state: v.nullable(v.picklist(originalStates)),
  words: v.nullable(v.string()),
  by: v.nullable(v.string()),
});
export type HallOriginal = v.InferOutput<typeof original>;

export const readHallSheet = get(
  `${path}/:id/sheet`,
  "One applicant at the table: photograph, claims, attendance, originals and score; by the application's number",
  v.strictObject({
    _id: v.string(),
    code: v.string(),
    name: v.string(),
    jamb: v.string(),
    programme: v.string(),
    session: v.string(),
    photo: v.nullable(v.string()),
    gender: v.string(),
    dateofbirth: v.string(),
    stateoforigin: v.string(),
    lgaoforigin: v.string(),
    /** Null for who has no booking. */
    booking: v.nullable(
      v.strictObject({
        day: v.string(),
        dayname: v.string(),
        hall: v.string(),
        at: v.nullable(v.string()),
        state: v.picklist(bookingStates),
        by: v.nullable(v.string()),
        stateAt: v.nullable(v.string()),
      }),
    ),
    results: v.array(
      v.strictObject({
        sitting: v.string(),
        grades: v.array(v.strictObject({ subject: v.string(), scored: v.string() })),
      }),
    ),
    originals: v.array(original),
    score: v.nullable(v.number()),
    /** Why the score stays as it is, in words; null where it may be typed. */
    kept: v.nullable(v.string()),
    /** The weight of the screening in the merit scheme, in percent. */
    weight: v.number(),
    /** For If-Match; 0 for who has no booking. */
    version: v.number(),
  }),
);
export type HallSheet = v.InferOutput<(typeof readHallSheet)["reply"]>;

const ticked = v.pipe(
  fields({
    item: reference("Original"),
    state: choice("Original", originalStates),
    words: optional(lines("What differs", 300)),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.state !== "Differs" || dataset.value.words) return;
    const message = "Say in a few words what differs";
    addIssue({ message, path: [{ type: "object", origin: "value", input: {}, key: "words", value: undefined }] });
  }),
);

export const saveHallSheet = put(
  `${path}/:id/sheet`,
  "Keeps what was seen of one applicant at the table: there or not, each original, and the score. A late correction gives its reason",
  fields({
    day: reference("Screening day"),
    state: choice("Attendance", ["Attended", "Absent"]),
    originals: v.pipe(v.array(ticked, "Originals are required"), v.maxLength(60), v.title("Originals")),
    score: v.optional(v.nullable(whole("Screening score", 0, MOST_SCORE))),
    reason: optional(reason),
  }),
  done({ version: v.number() }),
);
