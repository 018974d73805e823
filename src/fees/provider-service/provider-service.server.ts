import { type RawBuilder, sql } from "kysely";
import type { Row } from "#console/record/record.contract.ts";
import {
  columnsOf,
  keepingRules,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  requireWide,
  shownRows,
  titledRow,
} from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Work } from "#platform/write/perform.server.ts";

interface Wanted {
  /** The column, and the field, that names the service. */
  readonly column: string;
  readonly service: string;
  /** Which items, of the rows called `t`. */
  readonly where: RawBuilder<unknown>;
}

/**
 * Gives every item of one fee, active or not, one service in one deed; answers how many items the fee has. One by one
 * they could not change, because active items of one fee name one service.
 */
export async function moveToService(
  registry: RecordRegistry,
  rules: RecordRules,
  { trx, note }: Work,
  who: Officer,
  { column, service, where }: Wanted,
): Promise<number> {
  requireWide(rules, who);
  const table = sql.table(`portal.${rules.table}`);
  const mine = sql`select t.* from ${table} t where ${where} and ${mayRead(rules, who, columnsOf("t"))}
    order by t._id for update`;
  const { rows } = await sql<Omit<Row, "_title">>`${shownRows(registry, rules, mine)}`.execute(trx);
  const active = rows.filter(({ status }) => status).map(({ _id }) => _id);
  for (const before of rows.filter((row) => row[column] !== service).map((row) => titledRow(rules, row))) {
    const after = { ...before, [column]: service, version: before.version + 1 };
    note({ deed: `${rules.of.noun}.change`, subject: `${rules.of.noun}:${before._id}`, before, after });
  }
  const ids = rows.map(({ _id }) => _id);
  await sql`update ${table} set ${sql.ref(column)} = ${service}, status = false,
      version = version + (${sql.ref(column)} <> ${service})::int, "updatedAt" = now()
    where _id = any(${ids}::uuid[])`.execute(trx);
  await keepingRules(rules, sql`update ${table} set status = true where _id = any(${active}::uuid[])`, trx);
  return ids.length;
}
