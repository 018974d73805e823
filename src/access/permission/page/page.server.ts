import { sql } from "kysely";
import type { RecordRules } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { pageGroups, pages, subPageGroups } from "./page.contract.ts";

const OWN_LINK = "This page is the portal's own, so its link stays as it is";

export const pageRules: RecordRules<typeof pages> = {
  of: pages,
  table: "page",
  within: wholeCollege,
  instead: "Take it from the groups and people that have it first",
  constraints: {
    page_of_its_group: [
      "sub-group-elsewhere",
      "subpagegroup",
      "This sub page group belongs to another page group. Choose one of the same",
    ],
  },
  check: async ({ trx }, { id, before, form }) => {
    if (!before || !(await isBuilt(trx, id))) return;
    if (!form)
      throw refuse(
        "page-of-the-portal",
        "This page is the portal's own, so it cannot be deleted. Make it invisible instead",
      );
    if (form.link !== before.link) throw refuseFields("page-of-the-portal", { link: OWN_LINK });
  },
};

async function isBuilt(trx: Trx, page: string): Promise<boolean> {
  const { rows } = await sql`select from portal.page where _id = ${page} and key is not null`.execute(trx);
  return rows.length > 0;
}

export const pageGroupRules: RecordRules<typeof pageGroups> = {
  of: pageGroups,
  table: "page_group",
  within: wholeCollege,
  instead: "Move its pages to another page group first",
};

export const subPageGroupRules: RecordRules<typeof subPageGroups> = {
  of: subPageGroups,
  table: "sub_page_group",
  within: wholeCollege,
  instead: "Move its pages out of it first",
  constraints: {
    sub_page_group_name: ["value-taken", "name", "This page group has a block of that name already"],
    page_of_its_group: [
      "sub-group-elsewhere",
      "pagegroup",
      "Pages stand in this block: move them before it goes to another page group",
    ],
  },
};
