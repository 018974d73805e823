import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { clearanceItems } from "./clearance-item.contract.ts";

/** A change of the list reaches whoever is no student yet: the database brings their ticks to it. */
export const clearanceItemRules: RecordRules<typeof clearanceItems> = {
  of: clearanceItems,
  table: "clearance_item",
  within: "college-wide",
  instead: "Deactivate it instead: it is asked of nobody any more, and what was ticked stays",
  constraints: {
    clearance_item_label: ["value-taken", "label", "Another item of clearance has this label already"],
  },
};

/** Every item of clearance, as a part of a larger query: rows of `_id, label, department, whereto, bring, note, proof, place, session, programme, status`. */
export const everyClearanceItem = (): RawBuilder<unknown> =>
  sql`(select _id, label, department, whereto, bring, note, proof, place, session, programme, status from portal.clearance_item)`;

export const clearanceItemNoun: Noun = {
  name: "clearance-item",
  records: [clearanceItemRules],
};
