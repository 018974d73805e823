import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, maybe, refersTo, status, usually, whole } from "#console/record/record.fields.contract.ts";

/** What whoever leaves returns or shows, and at which office, before the certificate is handed out. */
export const exitItems = record({
  noun: "exit_item",
  one: "Exit item",
  many: "Exit items",
  page: "exit-items",
  link: "/staff/exit-items",
  entries: {
    label: atLeastTwo("Label", 80),
    department: v.pipe(
      maybe(refersTo("Office", "department")),
      v.description("Left empty: the department of each person’s own programme"),
    ),
    whereto: v.pipe(
      atLeastTwo("Where to go, and when", 200),
      v.description(
        "Building, room, days and hours, such as: Library, circulation desk, Monday to Friday, 8 am to 2 pm",
      ),
    ),
    bring: atLeastTwo("What to bring", 300),
    programme: v.pipe(maybe(refersTo("Programme", "programme")), v.description("Left empty: every programme")),
    place: usually(whole("Place in the list", 0, 999), () => 0),
    status,
  },
  title: ["label"],
  columns: ["label", "department", "whereto", "bring", "place", "status"],
  sorts: ["place", "label", "createdAt"],
  filters: ["department", "programme", "status"],
  searched: "label",
  key: ["label"],
});
