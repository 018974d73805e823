import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, maybe, readAs, status } from "#console/record/record.fields.contract.ts";
import { choice, email, lines, phone } from "#kit/field/fields.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";

export const sponsorKinds = [
  "Local government",
  "State",
  "Federal agency",
  "Company",
  "NGO",
  "Trust",
  "Person",
  "Other",
] as const;

/** A body that pays for students: whom the bursary writes to, and whose name stands on their bills. */
export const sponsors = record({
  noun: "sponsor",
  one: "Sponsor",
  many: "Sponsors",
  page: "sponsors",
  link: "/staff/sponsors",
  entries: {
    name: atLeastTwo("Name", 120),
    kind: choice("Kind", sponsorKinds),
    contact: atLeastTwo("Contact", 120),
    emailaddress: email("Email Address"),
    phonenumber: v.pipe(phone("Phone Number"), readAs(localPhone)),
    address: maybe(lines("Address", 300)),
    status,
  },
  title: ["name"],
  columns: ["name", "kind", "contact", "emailaddress", "phonenumber", "status"],
  sorts: ["name", "createdAt"],
  filters: ["kind", "status"],
  searched: "name, contact, email or phone",
  key: ["name"],
});
