import { sql } from "kysely";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { searched, wordsOf } from "../list/list.query.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { Choice } from "./record.contract.ts";
import { choosableOf } from "./record.reference.server.ts";
import { columnsOf, labelOf, type Rules, reached } from "./record.rules.server.ts";

const MOST = 50;

/**
 * Rows to choose from by code and name, within reach: those that `q` finds, at most fifty; what may be chosen no more is left
 * out. With `id` that one alone, active or not.
 */
export async function choicesOf(db: Database, rules: Rules, who: Officer, given: unknown): Promise<Choice[]> {
  const { q = "", id = "" } = given as Record<string, unknown>;
  if (typeof q !== "string" || typeof id !== "string" || (id !== "" && !isId(id)))
    throw refuseForm("Search must be text", { q: "Search must be text" });
  const column = columnsOf("t");
  const words = rules.of.searched === null ? [] : wordsOf(q);
  const found = id ? sql`t._id = ${id}` : sql.join([choosableOf(rules, column), ...words.map(searched)], sql` and `);
  const label = labelOf(rules, column);
  const { rows } = await sql<Choice>`select t._id, ${label} as label from ${sql.table(`portal.${rules.table}`)} t
    where ${reached(rules, who, column)} and ${found} order by label, t._id limit ${MOST}`.execute(db);
  return rows;
}
