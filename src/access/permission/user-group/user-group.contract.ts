import * as v from "valibot";
import { assignment, record } from "#console/record/record.contract.ts";
import { atLeastTwo, refersTo, usually } from "#console/record/record.fields.contract.ts";
import { choice } from "#kit/field/fields.contract.ts";

/** How far the pages of a group reach: everything, the colleges one is dean of, or the departments one heads. */
export const scopes = ["all", "college", "department"] as const;

export const scopeWords: Readonly<Record<(typeof scopes)[number], string>> = {
  all: "everything",
  college: "the college whose dean one is",
  department: "the department that one heads",
};

/** What the office chooses from. */
const called: typeof scopeWords = {
  all: "Everything",
  college: "The college whose dean they are",
  department: "The department that they head",
};

/** How far, as a field of a form. */
export const reach = v.pipe(choice("Reach", scopes), v.metadata({ options: scopes, called }));

/** People who may do the same. Specification 3. */
export const userGroups = record({
  noun: "user_group",
  one: "User group",
  many: "User groups",
  page: "user-groups",
  link: "/staff/user-groups",
  entries: { name: atLeastTwo("Name", 60), scope: usually(reach, () => "all") },
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
