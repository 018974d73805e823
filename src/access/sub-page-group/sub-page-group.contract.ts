import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, refersTo, usually, whole } from "#console/record/record.fields.contract.ts";

/** A block within a block of the menu. Specification 3. */
export const subPageGroups = record({
  noun: "sub_page_group",
  one: "Sub page group",
  many: "Sub page groups",
  page: "sub-page-groups",
  link: "/staff/sub-page-groups",
  entries: {
    pagegroup: refersTo("Page group", "page_group"),
    name: atLeastTwo("Name", 40),
    place: usually(whole("Place in the menu", 0, 999), () => 100),
  },
  title: ["name"],
  columns: ["name", "pagegroup", "place"],
  sorts: ["place", "name", "createdAt"],
  filters: ["pagegroup"],
  searched: "name",
  key: [],
});
