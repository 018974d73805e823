import * as v from "valibot";
import { change } from "#console/record/record.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { recallStates } from "../recall/recall.states.contract.ts";
import { listOnCaps } from "./release.caps.contract.ts";
import { releaseKinds, releaseStates } from "./release.states.contract.ts";

const programmeCount = v.strictObject({
  programme: v.string(),
  title: v.string(),
  lines: v.number(),
  waiting: v.number(),
  out: v.number(),
  held: v.number(),
  recalled: v.number(),
  /** Offers to the same programme on other lists that are proposed or approved. */
  elsewhere: v.number(),
  /** Null while nobody has said. */
  seats: v.nullable(v.number()),
  taken: v.number(),
  free: v.nullable(v.number()),
});

export type ProgrammeCount = v.InferOutput<typeof programmeCount>;

/** Of the offers that are still to go out, with how many the desk is not done. */
const unready = v.strictObject({
  /** Nobody has said that their papers are in order. */
  unchecked: v.number(),
  /** A head recommends them, and no dean has countersigned where the college asks for it. */
  undecided: v.number(),
  /** A document is asked for again, and nobody has said yet that it will do. */
  asked: v.number(),
});

export type Unready = v.InferOutput<typeof unready>;

/** Everything of one list but its applications, as it stands now. */
export const releaseWhole = v.strictObject({
  _id: v.string(),
  title: v.string(),
  kind: v.picklist(releaseKinds),
  state: v.picklist(releaseStates),
  session: v.strictObject({ _id: v.string(), name: v.string() }),
  /** The number of the frozen merit list that it was made from. */
  run: v.nullable(v.number()),
  /** Null while it is proposed to go out as soon as it is approved. */
  minute: v.nullable(v.string()),
  soon: v.boolean(),
  duedays: v.nullable(v.number()),
  /** What its letter is called; null for the usual one. */
  letter: v.nullable(v.strictObject({ _id: v.string(), title: v.string() })),
  note: v.nullable(v.string()),
  /** Names, with times, of who did what. */
  made: v.strictObject({ by: v.string(), at: v.string() }),
  proposed: v.nullable(v.strictObject({ by: v.string(), at: v.string(), me: v.boolean() })),
  approved: v.nullable(v.strictObject({ by: v.string(), at: v.string() })),
  /** Whether whoever asks made the list or changed what stands on it, and so can not approve it. */
  hand: v.boolean(),
  /** Rises with whatever is done to the list; who proposes or approves it says which one was seen. */
  version: v.number(),
  releasedAt: v.nullable(v.string()),
  lines: v.number(),
  out: v.number(),
  held: v.number(),
  recalled: v.number(),
  /** Of those that are out, how many places are accepted. */
  accepted: v.number(),
  programmes: v.array(programmeCount),
  unready,
  caps: listOnCaps,
  /** Why applications were held back, the most frequent first, with the first of each. */
  reasons: v.array(v.strictObject({ held: v.string(), count: v.number(), code: v.string() })),
  /** The last recall of the whole list. */
  recall: v.nullable(
    v.strictObject({
      _id: v.string(),
      state: v.picklist(recallStates),
      by: v.string(),
      reason: v.string(),
      me: v.boolean(),
    }),
  ),
  /** Until when it may be recalled; null while it is not out. */
  recallUntil: v.nullable(v.string()),
  history: v.array(change),
  /** By the portal's clock. */
  now: v.string(),
});

export type ReleaseWhole = v.InferOutput<typeof releaseWhole>;

export const readReleaseWhole = get(
  "/staff/ms_release/:id/whole",
  "One list with its counts against seats, its people, what was held back, and its history",
  releaseWhole,
);
