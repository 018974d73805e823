import * as v from "valibot";
import { listing } from "#console/listing/listing.contract.ts";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { releaseKinds, releaseStates } from "./release.states.contract.ts";

export const titleOf = v.pipe(
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
    title: titleOf,
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
