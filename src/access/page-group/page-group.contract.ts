import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, usually, whole } from "#console/record/record.fields.contract.ts";
import { choice } from "#kit/field/fields.contract.ts";

/** The pictures that the menu can show, by their usual names. */
export const icons = [
  "archive",
  "banknote",
  "book-open",
  "building-2",
  "calendar-days",
  "clipboard-list",
  "file-text",
  "gauge",
  "graduation-cap",
  "key-round",
  "life-buoy",
  "mail",
  "scale",
  "users",
] as const;

/** A block of the menu. Specification 3. */
export const pageGroups = record({
  noun: "page_group",
  one: "Page group",
  many: "Page groups",
  page: "page-groups",
  link: "/staff/page-groups",
  entries: {
    icon: usually(choice("Icon", icons), () => "file-text"),
    name: atLeastTwo("Name", 40),
    place: usually(whole("Place in the menu", 0, 999), () => 100),
  },
  title: ["name"],
  columns: ["name", "icon", "place"],
  sorts: ["place", "name", "createdAt"],
  filters: [],
  searched: "name",
  key: [],
});
