import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { exitItems } from "./exit-item.contract.ts";

/** A change of the list reaches whoever has not left yet: the database brings their lines to it. */
const exitItemRules: RecordRules<typeof exitItems> = {
  of: exitItems,
  table: "exit_item",
  within: "college-wide",
  instead: "Deactivate it instead: it is asked of nobody any more, and what was ticked stays",
  constraints: {
    exit_item_label: ["value-taken", "label", "Another exit item has this label already"],
  },
};

/** Every exit item, as a part of a larger query: rows of `_id, label, whereto, bring, place`. */
export const everyExitItem = (): RawBuilder<unknown> =>
  sql`(select _id, label, whereto, bring, place from portal.exit_item)`;

export const exitItemNoun: Noun = {
  name: "exit-item",
  records: [exitItemRules],
};
