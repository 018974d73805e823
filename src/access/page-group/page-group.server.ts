import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { pageGroups } from "./page-group.contract.ts";

export const pageGroupRules: Rules<typeof pageGroups> = {
  of: pageGroups,
  table: "page_group",
  within: wholeCollege,
  instead: "Move its pages to another page group first",
};
