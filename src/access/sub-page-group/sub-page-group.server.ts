import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { subPageGroups } from "./sub-page-group.contract.ts";

export const subPageGroupRules: Rules<typeof subPageGroups> = {
  of: subPageGroups,
  table: "sub_page_group",
  within: wholeCollege,
  instead: "Move its pages out of it first",
  constraints: {
    sub_page_group_name: ["name", "This page group has a block of that name already"],
    page_of_its_group: ["pagegroup", "Pages stand in this block: move them before it goes to another page group"],
  },
};
