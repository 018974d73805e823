import { assignment } from "#console/assignment/assignment.contract.ts";
import { refersTo } from "#console/record/record.fields.contract.ts";

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
