import { parse } from "node:querystring";
import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { type Guard, handle } from "#kit/handle.server.ts";
import { refuse, refuseForm, stale } from "#kit/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { foundBy, readListQuery } from "../list/list.query.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { AnyRecord } from "./record.contract.ts";
import type { Field } from "./record.facts.contract.ts";
import { changeable, columnsOf, labelOf, type Rules, requireWide } from "./record.rules.server.ts";
import { keepingRules } from "./record.write.server.ts";

interface Chosen {
  readonly ids?: readonly string[] | undefined;
  readonly query?: string | undefined;
  readonly count: number;
}

/**
 * Switches many rows on or off in one transaction, all or none. Refuses when other rows fit now than the person saw,
 * and records that are not simply on or off, because a change of them is judged or brings something with it.
 */
export function bulkCall(app: FastifyInstance, rules: Rules<AnyRecord>, guard: Guard<Officer>): void {
  const { calls, many, noun, facts } = rules.of;
  const table = sql.table(`portal.${rules.table}`);

  handle(app, calls.bulk, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWide(rules, ask.who);
      const { status, ...chosen } = ask.body;
      const field = facts.find(({ name, kind }: Field) => name === "status" && kind === "flag");
      if (!field || rules.check || rules.brings)
        throw refuse(`${many} cannot be switched on or off together. Change them one by one`);
      const found = await locked(trx, rules, ask.who, chosen);
      if (found.length !== chosen.count) throw stale(otherRows(found.length, chosen));
      const switched = found.filter((row) => row.status !== status).map(({ _id }) => _id);
      const change = sql`update ${table} set status = ${status}, version = version + 1, "updatedAt" = now()
        where _id = any(${switched}::uuid[])`;
      await keepingRules(rules, change, trx);
      note({
        deed: `${noun}.bulk`,
        subject: `${noun}:many`,
        after: { status, count: switched.length, query: chosen.query },
      });
      for (const id of switched)
        note({ deed: `${noun}.bulk`, subject: `${noun}:${id}`, before: { status: !status }, after: { status } });
      const word = field.words?.[status ? 0 : 1]?.toLowerCase() ?? "";
      const message = `${switched.length} of ${many.toLowerCase()} ${switched.length === 1 ? "is" : "are"} ${word} now`;
      return { type: "success" as const, message, count: switched.length };
    }),
  );
}

/** The rows that were chosen, locked in one order so that two such changes wait for each other. */
async function locked(trx: Trx, rules: Rules, who: Officer, { ids, query, count }: Chosen) {
  if (count > 10_000) throw refuseForm("Choose at most 10,000 rows", { count: "Choose at most 10,000 rows" });
  if (ids && !ids.every(isId))
    throw refuseForm("One of the rows is not known", { ids: "One of the rows is not known" });
  if (!ids === (query === undefined)) throw refuseForm("Choose rows", { ids: "Choose rows, or all that a list finds" });
  const where: RawBuilder<unknown> = ids
    ? sql`t._id = any(${[...new Set(ids)]}::uuid[])`
    : foundBy(rules, who, readListQuery(rules, parse(query ?? "")));
  const { rows } = await sql<{ _id: string; status: boolean; label: string }>`
    select t._id, t.status, ${labelOf(rules, columnsOf("t"))} as label from ${sql.table(`portal.${rules.table}`)} t
    where ${where} and ${changeable(rules, who, columnsOf("t"))} order by t._id limit 10001 for update`.execute(trx);
  return rows;
}

const otherRows = (now: number, { ids, count }: Chosen): string =>
  ids
    ? `${count - now} of the ${count} chosen rows ${count - now === 1 ? "is" : "are"} not there any more, so nothing was changed. Look at the list again`
    : `${now} rows fit this list now, not ${count}, so nothing was changed. Look at the list again`;
