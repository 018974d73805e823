import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, maybe, readAs, status, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, phone } from "#kit/field/fields.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";

export const schoolKinds = [
  "Primary",
  "Junior secondary",
  "Senior secondary",
  "Basic",
  "Technical",
  "Special needs",
  "Other",
] as const;

/** A school that takes students for teaching practice, and how many of them. Student records 38. */
export const practiceSchools = record({
  noun: "practice_school",
  one: "Practice school",
  many: "Practice schools",
  page: "practice-schools",
  link: "/staff/practice-schools",
  entries: {
    name: atLeastTwo("Name", 120),
    kind: choice("Kind", schoolKinds),
    address: v.pipe(
      lines("Address", 300),
      v.minCodePoints(2, "Minimum of 2 characters expected"),
      v.description("The posting letter is addressed here"),
      v.title("Address"),
    ),
    state: choice("State", namesOfStates),
    lga: atLeastTwo("Local government area", 60),
    places: v.pipe(
      whole("Places", 0, 500),
      v.description("How many students it takes in one practice"),
      v.title("Places"),
    ),
    contact: maybe(atLeastTwo("Who is asked for", 120)),
    phonenumber: maybe(v.pipe(phone("Phone number"), readAs(localPhone))),
    status,
  },
  title: ["name", "lga"],
  columns: ["name", "lga", "state", "kind", "places", "contact", "phonenumber", "status"],
  sorts: ["name", "lga", "createdAt"],
  filters: ["state", "kind", "status"],
  searched: "name, area, state or who is asked for",
  key: ["name", "state", "lga"],
});
