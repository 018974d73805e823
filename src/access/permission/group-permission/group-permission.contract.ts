import * as v from "valibot";
import { assignment } from "#console/record/record.contract.ts";
import { refersTo } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

/** Which group opens which page. Specification 3. */
export const groupPermissions = assignment({
  noun: "group_permission",
  one: "Group permission",
  many: "Group permissions",
  page: "group-permissions",
  link: "/staff/group-permissions",
  entries: { page: refersTo("Page", "page"), group: refersTo("Group", "user_group") },
  title: ["group", "page"],
  columns: ["page", "group"],
  sorts: ["createdAt"],
  filters: ["page", "group"],
  searched: null,
});

const many = fields({
  group: refersTo("Group", "user_group"),
  pages: v.pipe(
    v.array(v.string()),
    v.minLength(1, "Choose at least one page"),
    v.maxLength(500, "Choose at most 500 pages at once"),
    v.title("Pages"),
  ),
});

/** By the same rules as one page after the other. */
export const givePages = post(
  "/staff/ms_group_permission/give",
  "Gives a group those of these pages that it does not open yet, such as a whole block or the pages of another group; all or none",
  many,
  done({ count: v.number() }),
);

export const takePages = post(
  "/staff/ms_group_permission/take",
  "Takes those of these pages from a group that it opens; all or none",
  many,
  done({ count: v.number() }),
);
