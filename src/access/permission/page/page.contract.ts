import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, maybe, refersTo, usually, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { menuIcons } from "../permission.groups.rules.ts";

const LINK = "Link must be an address of this console such as /staff/colleges?status=true, or begin with https://";

/** One right, and where it leads. The portal's own keep their link; a college may add links of its own. Specification 3. */
export const pages = record({
  noun: "page",
  one: "Page",
  many: "Pages",
  page: "pages",
  link: "/staff/pages",
  entries: {
    pagegroup: refersTo("Page group", "page_group"),
    subpagegroup: maybe(refersTo("Sub page group", "sub_page_group")),
    link: v.pipe(
      text("Link", 300),
      v.regex(/^(?:\/staff\/(?!.*\.\.)[^\s\\]*|https:\/\/[^\s\\]+)$/, LINK),
      v.title("Link"),
    ),
    name: atLeastTwo("Name", 60),
    title: atLeastTwo("Title", 120),
    visible: flag("Visible", "Yes, in the menu", "No"),
    place: usually(whole("Place in the menu", 0, 9999), () => 100),
  },
  title: ["name"],
  columns: ["name", "title", "pagegroup", "link", "visible", "place"],
  sorts: ["place", "name", "createdAt"],
  filters: ["pagegroup", "visible"],
  searched: "name, title or link",
  key: [],
});

/** A block of the menu. Specification 3. */
export const pageGroups = record({
  noun: "page_group",
  one: "Page group",
  many: "Page groups",
  page: "page-groups",
  link: "/staff/page-groups",
  entries: {
    icon: usually(choice("Icon", menuIcons), () => "file-text"),
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
