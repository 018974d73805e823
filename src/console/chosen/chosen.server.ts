import { parse } from "node:querystring";
import { type RawBuilder, sql } from "kysely";
import { refuseForm, stale } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { foundBy, readListQuery } from "../list/list.query.server.ts";
import { changeable, columnsOf, type Rules } from "../record/record.rules.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { Chosen } from "./chosen.contract.ts";

const MOST = 10_000;

/**
 * Locks the rows that somebody chose in a list, in one order so that two such deeds wait for each other, and answers their
 * `_id`s. Rows beyond the asker's reach are not among them. Refuses when other rows fit now than the person saw, so that
 * nothing is done to a row that nobody looked at: all or none. Refuses a choice of nothing. Rows of a view over more than
 * one table can not be locked here: the deed locks what lies under them, as `lockedOffers` does.
 */
export async function lockedChosen(trx: Trx, rules: Rules, who: Officer, chosen: Chosen): Promise<string[]> {
  const { ids, query, count } = chosen;
  const table = sql.table(`portal.${rules.table}`);
  const { rows } = await sql<{ _id: string }>`select t._id from ${table} t
    where ${wanted(rules, who, { ids, query, count })} and ${changeable(rules, who, columnsOf("t"))}
    order by t._id limit ${MOST + 1} for update of t`.execute(trx);
  if (rows.length !== count) throw stale(otherRows(rows.length, chosen));
  const none = `Choose at least one ${rules.of.called}`;
  if (count === 0) throw refuseForm(none, { ids: none });
  return rows.map(({ _id }) => _id);
}

function wanted(rules: Rules, who: Officer, { ids, query, count }: Chosen): RawBuilder<unknown> {
  if (count > MOST) throw refuseForm("Choose at most 10,000 rows", { count: "Choose at most 10,000 rows" });
  if (ids && !ids.every(isId))
    throw refuseForm("One of the rows is not known", { ids: "One of the rows is not known" });
  if (!ids === (query === undefined)) throw refuseForm("Choose rows", { ids: "Choose rows, or all that a list finds" });
  return ids
    ? sql`t._id = any(${[...new Set(ids)]}::uuid[])`
    : foundBy(rules, who, readListQuery(rules, parse(query ?? "")));
}

const otherRows = (now: number, { ids, count }: Chosen): string =>
  ids
    ? `${count - now} of the ${count} chosen rows ${count - now === 1 ? "is" : "are"} not there any more, so nothing was changed. Look at the list again`
    : `${now} rows fit this list now, not ${count}, so nothing was changed. Look at the list again`;
