import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { write } from "#platform/write/write.server.ts";
import { lockedChosen } from "../chosen/chosen.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { AnyRecord } from "./record.contract.ts";
import type { Field } from "./record.facts.contract.ts";
import { type Rules, requireWide } from "./record.rules.server.ts";
import { keepingRules } from "./record.write.server.ts";

/**
 * Switches many rows on or off in one transaction, all or none. Refuses when other rows fit now than the person saw.
 * Records that are not simply on or off, because a change of them is judged or brings something with it, have no such call.
 */
export function bulkCall(app: FastifyInstance, rules: Rules<AnyRecord>, guard: Guard<Officer>): void {
  const { calls, one, many, noun, facts } = rules.of;
  const field = facts.find(({ name, kind }: Field) => name === "status" && kind === "flag");
  if (!field || rules.check || rules.brings) return;
  const table = sql.table(`portal.${rules.table}`);

  handle(app, calls.bulk, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWide(rules, ask.who);
      const { status, ...chosen } = ask.body;
      const found = await lockedChosen(trx, rules, ask.who, chosen);
      const change = sql<{
        _id: string;
      }>`update ${table} set status = ${status}, version = version + 1, "updatedAt" = now()
        where _id = any(${found}::uuid[]) and status <> ${status} returning _id`;
      const { rows: switched } = await keepingRules(rules, change, trx);
      note({
        deed: `${noun}.bulk`,
        subject: `${noun}:many`,
        after: { status, count: switched.length, query: chosen.query },
      });
      for (const { _id } of switched)
        note({ deed: `${noun}.bulk`, subject: `${noun}:${_id}`, before: { status: !status }, after: { status } });
      const word = field.words?.[status ? 0 : 1]?.toLowerCase() ?? "";
      const switchedRows = switched.length === 1 ? `1 ${one} is` : `${switched.length} ${many} are`;
      const message = `${switchedRows.toLowerCase()} ${word} now`;
      return { type: "success" as const, message, count: switched.length };
    }),
  );
}
