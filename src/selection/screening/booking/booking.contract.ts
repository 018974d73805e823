import * as v from "valibot";
import { reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { bookingStates } from "../screening.rules.ts";

const path = "/ms_screening";

const slot = v.strictObject({
  _id: v.string(),
  starts: v.string(),
  ends: v.string(),
  /** Places that nobody has taken. */
  left: v.number(),
});

const day = v.strictObject({
  _id: v.string(),
  name: v.string(),
  day: v.string(),
  hall: v.string(),
  bookby: v.nullable(v.string()),
  slots: v.array(slot),
});

const booking = v.strictObject({
  slot: v.nullable(v.string()),
  name: v.string(),
  day: v.string(),
  hall: v.string(),
  starts: v.nullable(v.string()),
  ends: v.nullable(v.string()),
  bring: v.nullable(v.string()),
  state: v.picklist(bookingStates),
  /** Whether its owner may still change it. */
  movable: v.boolean(),
});

const ownScreening = v.strictObject({
  /** Of the application. */
  _id: v.string(),
  code: v.string(),
  programme: v.string(),
  booking: v.nullable(booking),
  /** Days that can be chosen now, the next first. */
  days: v.array(day),
});
export type OwnScreening = v.InferOutput<typeof ownScreening>;

export const readOwnScreening = get(
  path,
  "For each of the applicant's applications when its owner is screened, and the days and times that can be chosen",
  v.array(ownScreening),
);

export const bookSlot = post(
  `${path}/:id/book`,
  "Takes a slot of a screening day for one's own application, or changes to another one",
  fields({ slot: reference("Time") }),
  done({}),
);

export const readScreeningSlip = get(
  `${path}/:id/slip`,
  "What the screening slip of one's own application prints",
  v.strictObject({
    _id: v.string(),
    code: v.string(),
    name: v.string(),
    jamb: v.string(),
    programme: v.string(),
    session: v.string(),
    photo: v.nullable(v.string()),
    day: v.string(),
    dayname: v.string(),
    hall: v.string(),
    starts: v.nullable(v.string()),
    ends: v.nullable(v.string()),
    bring: v.nullable(v.string()),
    /** Of the documents and results that were submitted, whose originals are shown. */
    originals: v.array(v.string()),
    genuine: v.string(),
    asOf: v.string(),
    ...paperWording("heading", "opening", "closing"),
  }),
);
export type ScreeningSlip = v.InferOutput<(typeof readScreeningSlip)["reply"]>;
