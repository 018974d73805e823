import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.reason.contract.ts";
import { atMinute, maybe, refersTo, usually, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { DAYS_TO_ACCEPT } from "../offer/offer.contract.ts";
import { titleOf } from "./release.contract.ts";
import { releaseKinds } from "./release.states.contract.ts";

const path = "/staff/ms_release";

/** A new list: empty, or filled from a frozen merit list, of one programme or of all. */
export const makeEntries = {
  title: titleOf,
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

/** When a list goes out. */
export const goings = ["At a set minute", "As soon as it is approved"] as const;

export const proposeEntries = {
  goes: usually(choice("Goes out", goings), () => goings[0]),
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
