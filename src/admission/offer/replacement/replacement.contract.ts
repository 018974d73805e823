import * as v from "valibot";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

const programmeStanding = v.strictObject({
  programme: v.string(),
  title: v.string(),
  /** Null while nobody has said. */
  seats: v.nullable(v.number()),
  taken: v.number(),
  free: v.nullable(v.number()),
  /** Of them, how many lists of offers want that are proposed or approved. */
  elsewhere: v.number(),
  /** Accepted in time after the seat had been given on: over the seats. */
  beyond: v.number(),
  lapsed: v.number(),
  /** Lapsed, and a payment may still be heard of. */
  unsure: v.number(),
  /** Lapsed, and the seat can be given on. */
  ready: v.number(),
  /** On the waiting list of the newest frozen merit list, and on no other list. */
  waiting: v.number(),
  /** How many can be offered a place now. */
  most: v.number(),
});

export type ProgrammeStanding = v.InferOutput<typeof programmeStanding>;

export const readReplacements = get(
  "/staff/ms_replacement/:session",
  "Where places can be given on in a session: lapsed offers, free seats and the waiting list of each programme",
  v.strictObject({
    /** Days after the last day for which a lapsed offer keeps its seat. */
    grace: v.number(),
    /** The number of the newest frozen merit list; null without one. */
    run: v.nullable(v.number()),
    programmes: v.array(programmeStanding),
  }),
);

export const replaceEntries = {
  session: refersTo("Session", "session"),
  programme: refersTo("Programme", "programme"),
  count: whole("Places to give on", 1, 1_000),
  minute: atMinute("Goes out on"),
  note: maybe(
    v.pipe(
      lines("Note for who approves", 500),
      v.minCodePoints(2, "Note: at least 2 characters"),
      v.title("Note for who approves"),
    ),
  ),
};

export const replaceLapsed = post(
  "/staff/ms_replacement",
  "Gives up the seats of lapsed offers after the days of grace, and proposes a list of offers from the waiting list in its order",
  fields(replaceEntries),
  done({ _id: v.string(), freed: v.number() }),
);
