import { assignment } from "#console/assignment/assignment.contract.ts";
import { refersTo } from "#console/record/record.fields.contract.ts";

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
