import { listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { email, text } from "#kit/field/fields.contract.ts";

/** Accounts of the office that nobody has used for as long as the college lets them stand unused, and what becomes of each. */
export const idleAccounts = listing({
  noun: "idle_account",
  one: "Unused account",
  many: "Unused accounts",
  page: "staff",
  link: "/staff/staff/unused",
  entries: {
    name: text("Name", 200),
    emailaddress: email("Email address"),
    department: refersTo("Department", "department"),
    usedAt: atMinute("Last used"),
    idledays: whole("Days unused", 0, 100_000),
    idleToldAt: maybe(atMinute("Told")),
    closeson: maybe(onDay("Closes on")),
    closedAt: maybe(atMinute("Closed")),
    createdAt: atMinute("Made"),
  },
  title: ["name"],
  columns: ["name", "department", "usedAt", "idledays", "idleToldAt", "closeson", "closedAt"],
  sorts: ["idledays", "createdAt"],
  filters: ["department"],
  searched: "name, folder number, email or phone",
  none: {
    title: "Every account is in use",
    text: "Whoever has not signed in for long is listed here with the day on which the account closes. The days are settings.",
  },
});
