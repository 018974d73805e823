import { sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { pages } from "./page.contract.ts";

const OWN_LINK = "This page is the portal's own, so its link stays as it is";

export const pageRules: Rules<typeof pages> = {
  of: pages,
  table: "page",
  within: wholeCollege,
  instead: "Take it from the groups and people that have it first",
  constraints: {
    page_of_its_group: ["subpagegroup", "This sub page group belongs to another page group. Choose one of the same"],
  },
  check: async ({ trx }, { id, before, form }) => {
    if (!before || !(await isBuilt(trx, id))) return;
    if (!form) throw refuse("This page is the portal's own, so it cannot be deleted. Make it invisible instead");
    if (form.link !== before.link) throw refuseFields({ link: OWN_LINK });
  },
};

async function isBuilt(trx: Trx, page: string): Promise<boolean> {
  const { rows } = await sql`select from portal.page where _id = ${page} and key is not null`.execute(trx);
  return rows.length > 0;
}
