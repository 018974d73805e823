import { text } from "#kit/field/fields.contract.ts";
import { listing } from "../record/record.contract.ts";
import { atMinute, maybe, refersTo, whole } from "../record/record.fields.contract.ts";

/** Every file that left the console: which list, by what filter, by whom and when. */
export const exportLog = listing({
  noun: "export",
  one: "Export",
  many: "Exports",
  page: "exports",
  link: "/staff/exports",
  entries: {
    createdAt: atMinute("When"),
    staff: refersTo("Member of staff", "staff"),
    name: text("List", 100),
    filter: text("Filter", 500),
    rows: maybe(whole("Rows", 0, 1_000_000_000)),
    endedAt: maybe(atMinute("Ended")),
  },
  title: ["name"],
  columns: ["createdAt", "staff", "name", "filter", "rows", "endedAt"],
  sorts: ["createdAt"],
  filters: ["staff", "name"],
  searched: "list or filter",
});
