import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, maybe, refersTo, status, usually, whole } from "#console/record/record.fields.contract.ts";

/** What somebody who has accepted a place shows, and at which office, before becoming a student. */
export const clearanceItems = record({
  noun: "clearance_item",
  one: "Clearance item",
  many: "Clearance items",
  page: "clearance-items",
  link: "/staff/clearance-items",
  entries: {
    label: atLeastTwo("Label", 80),
    department: v.pipe(
      maybe(refersTo("Office", "department")),
      v.description("Left empty: the department of each person’s own programme"),
    ),
    whereto: v.pipe(
      atLeastTwo("Where to go, and when", 200),
      v.description(
        "Building, room, days and hours, such as: Clinic, behind the library, Monday to Friday, 8 am to 2 pm",
      ),
    ),
    bring: atLeastTwo("What to bring", 300),
    note: v.pipe(
      maybe(atLeastTwo("What a tick must say", 120)),
      v.description("Such as: board, and the day when it was seen. Left empty: a tick needs no words"),
    ),
    proof: v.pipe(
      usually(flag("Scan", "Asked for with each tick", "Not asked for"), () => false),
      v.description("A tick with a scan is made one by one"),
    ),
    session: v.pipe(
      maybe(refersTo("Session", "session")),
      v.description("Left empty: whoever accepts a place, in every session"),
    ),
    programme: v.pipe(maybe(refersTo("Programme", "programme")), v.description("Left empty: every programme")),
    place: usually(whole("Place in the list", 0, 999), () => 0),
    status,
  },
  title: ["label"],
  columns: ["label", "department", "whereto", "bring", "proof", "place", "status"],
  sorts: ["place", "label", "createdAt"],
  filters: ["department", "programme", "proof", "status"],
  searched: "label",
  key: ["label"],
});
