import { assignment, record } from "#console/record/record.contract.ts";
import { atLeastTwo, refersTo, usually } from "#console/record/record.fields.contract.ts";
import { scopeField } from "../permission.contract.ts";

/** People who may do the same. Specification 3. */
export const userGroups = record({
  noun: "user_group",
  one: "User group",
  many: "User groups",
  page: "user-groups",
  link: "/staff/user-groups",
  entries: { name: atLeastTwo("Name", 60), scope: usually(scopeField, () => "all") },
  title: ["name"],
  columns: ["name", "scope"],
  sorts: ["name", "createdAt"],
  filters: ["scope"],
  searched: "name",
  key: [],
});

/** Who belongs to which group. Specification 3. */
export const groupMembers = assignment({
  noun: "group_member",
  one: "Group member",
  many: "Group members",
  page: "group-members",
  link: "/staff/group-members",
  entries: { staff: refersTo("Staff", "staff"), group: refersTo("Group", "user_group") },
  title: ["staff", "group"],
  columns: ["staff", "group"],
  sorts: ["createdAt"],
  filters: ["staff", "group"],
  searched: null,
});
