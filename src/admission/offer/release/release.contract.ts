import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { change, listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, usually, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { capsStandings } from "#selection/jamb/jamb.caps.rules.ts";
import { DAYS_TO_ACCEPT } from "../offer.rules.ts";
import { recallStates } from "../recall/recall.contract.ts";
import { releaseKinds, releaseStates } from "./release.rules.ts";

const listTitle = v.pipe(
  text("Name of the list", 120),
  v.minCodePoints(2, "Name of the list: at least 2 characters"),
  v.title("Name of the list"),
);

/** Every list of offers or refusals, the newest first. */
export const releases = listing({
  noun: "release",
  one: "List",
  many: "Releases",
  page: "releases",
  link: "/staff/releases",
  entries: {
    title: listTitle,
    kind: choice("Kind", releaseKinds),
    session: refersTo("Session", "session"),
    state: choice("State", releaseStates),
    lines: whole("Applications", 0, 100_000),
    out: whole("Out", 0, 100_000),
    held: whole("Held back", 0, 100_000),
    recalled: whole("Recalled", 0, 100_000),
    minute: maybe(atMinute("Goes out")),
    releasedAt: maybe(atMinute("Released")),
    madeby: refersTo("Made by", "staff"),
    proposedby: maybe(refersTo("Proposed by", "staff")),
    approvedby: maybe(refersTo("Approved by", "staff")),
    createdAt: atMinute("Made"),
  },
  title: ["title"],
  columns: ["title", "kind", "state", "lines", "out", "held", "minute", "proposedby", "approvedby"],
  sorts: ["createdAt"],
  filters: ["state", "kind", "session"],
  searched: "name of the list",
});

const path = "/staff/ms_release";

/** A new list: empty, or filled from a frozen merit list, of one programme or of all. */
export const makeEntries = {
  title: listTitle,
  kind: choice("Kind", releaseKinds),
  session: refersTo("Session", "session"),
  run: maybe(reference("Merit list")),
  programme: maybe(refersTo("Programme", "programme")),
};

export const makeRelease = post(
  path,
  "Makes a list of offers or refusals as a draft: empty, or from a frozen merit list",
  fields(makeEntries),
  done({ _id: v.string(), count: v.number(), left: v.number() }),
);

const SHORT = `Days to accept must be at least ${DAYS_TO_ACCEPT}: the letter promises two weeks`;

export const releaseMoments = ["At a set minute", "As soon as it is approved"] as const;

export const proposeEntries = {
  goes: usually(choice("Goes out", releaseMoments), () => releaseMoments[0]),
  minute: maybe(atMinute("Goes out on")),
  duedays: maybe(whole("Days to accept", DAYS_TO_ACCEPT, 90, SHORT)),
  letter: maybe(reference("Letter")),
  note: maybe(
    v.pipe(
      lines("Note for who approves", 500),
      v.minCodePoints(2, "Note: at least 2 characters"),
      v.title("Note for who approves"),
    ),
  ),
};

/** The version of the list that was looked at: one that was changed since is not decided on unseen. */
const seen = { version: whole("Version", 1, 1_000_000_000) };

export const proposeRelease = post(
  `${path}/:id/propose`,
  "Proposes a list to whoever approves it",
  fields({ ...proposeEntries, ...seen }),
  done({}),
);

export const approveRelease = post(
  `${path}/:id/approve`,
  "Approves a list that another has proposed: it goes out at its minute",
  fields(seen),
  done({}),
);

export const takeReleaseBack = post(
  `${path}/:id/take-back`,
  "Makes a proposed or approved list a draft again, before it goes out",
  reasonForm,
  done({}),
);

export const sendReleaseBack = post(
  `${path}/:id/send-back`,
  "Sends a proposed or approved list back to who proposed it, with the reason, before it goes out",
  reasonForm,
  done({}),
);

export const withdrawRelease = post(
  `${path}/:id/withdraw`,
  "Gives a list up for good, before it goes out",
  reasonForm,
  done({}),
);

/** The session that lists are usually for. */
export const readReleaseSession = get(
  "/staff/ms_release_session",
  "The session that admits, which a new list is for unless another is chosen; nothing while none admits",
  v.union([v.strictObject({ _id: v.string(), label: v.string() }), v.strictObject({})]),
);

/** A frozen merit list that a release can be made from. */
export const listSources = get(
  "/staff/ms_release_source/:session",
  "The frozen merit lists of a session, the newest first, with how many each gives a seat, lets wait or does not place",
  v.array(
    v.strictObject({
      _id: v.string(),
      version: v.number(),
      frozenAt: v.string(),
      offers: v.number(),
      waiting: v.number(),
      refused: v.number(),
    }),
  ),
);

/** Of the offers of a list that go out or are out, how many CAPS has approved, and how the others stand there. */
const listOnCaps = v.strictObject({
  offers: v.number(),
  approved: v.number(),
  /** Of those that are not approved, the most frequent first. */
  others: v.array(v.strictObject({ standing: v.picklist(capsStandings), count: v.number() })),
  /** Of the session's last CAPS return; null before the first. */
  returnedAt: v.nullable(v.string()),
  /** Whether the college holds back what is not approved. */
  held: v.boolean(),
});

export type ListOnCaps = v.InferOutput<typeof listOnCaps>;

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
const releaseWhole = v.strictObject({
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
