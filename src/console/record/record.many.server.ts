import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Refusal } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { Row, Values } from "./record.contract.ts";
import {
  columnsOf,
  type FormChange,
  mayChange,
  type RecordRegistry,
  type RecordRules,
} from "./record.registry.server.ts";
import { rowsOf } from "./record.select.server.ts";
import { keepingRules, referencesRefused, stored } from "./record.write.server.ts";

/** Which of many changes may not be, by `id`: what they refer to, and the noun's own rules. */
export async function changesRefused(
  registry: RecordRegistry,
  rules: RecordRules,
  work: Work,
  changes: readonly FormChange[],
): Promise<ReadonlyMap<string, Refusal>> {
  const spent = await referencesRefused(registry, rules, work.trx, changes);
  const left = changes.filter(({ id }) => !spent.has(id));
  return new Map([...spent, ...((await rules.many?.check(work, left)) ?? [])]);
}

/**
 * Adds and changes rows whose forms and rules are in order, in one statement for each of both, and notes each. Answers them as
 * the wire shows them, by `_id`. Refuses all of them where a constraint refuses one.
 */
export async function writeRows(
  app: FastifyInstance,
  registry: RecordRegistry,
  rules: RecordRules,
  work: Work,
  changes: readonly FormChange[],
): Promise<ReadonlyMap<string, Row>> {
  const filled = await rules.many?.fills(work, changes);
  const rowOf = ({ id, form }: FormChange) => {
    const own = filled?.get(id) ?? {};
    const { columns, values } = stored(rules, { ...form, ...own });
    const more = (rules.many?.columns ?? []).map((name) => [name, own[name]]);
    return Object.fromEntries([
      ...Object.entries(rules.filled ?? {}),
      ["_id", id],
      ...columns.map((name, place) => [name, values[place]]),
      ...more,
    ]);
  };
  const added = changes.filter(({ before }) => before === null);
  const changed = changes.filter(({ before }) => before !== null);
  if (added.length > 0) await insertRows(rules, work.trx, added.map(rowOf));
  if (changed.length > 0) await updateRows(rules, work.trx, changed.map(rowOf));
  for (const change of changes) await rules.brings?.(work, change, app);
  const rows = await rowsOf(work.trx, registry, rules, sql`t._id = any(${changes.map(({ id }) => id)}::uuid[])`);
  const after = new Map(rows.map((row) => [row._id, row]));
  for (const { id, before } of changes)
    work.note({
      deed: `${rules.of.noun}.${before ? "change" : "create"}`,
      subject: `${rules.of.noun}:${id}`,
      ...(before && { before }),
      after: after.get(id),
    });
  return after;
}

function insertRows(rules: RecordRules, trx: Trx, rows: readonly Values[]): Promise<unknown> {
  const table = sql.table(`portal.${rules.table}`);
  const names = [...stored(rules, {}).columns, ...(rules.many?.columns ?? []), ...Object.keys(rules.filled ?? {})];
  const columns = sql.join(["_id", ...names].map((name) => sql.id(name)));
  const given = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`;
  const statement = sql`insert into ${table} (${columns}) select ${columns} from ${given}`;
  return keepingRules(rules, statement, trx);
}

function updateRows(rules: RecordRules, trx: Trx, rows: readonly Values[]): Promise<unknown> {
  const table = sql.table(`portal.${rules.table}`);
  const sets = [
    ...stored(rules, {}).columns.map((name) => sql`${sql.id(name)} = n.${sql.id(name)}`),
    ...(rules.many?.columns ?? []).map((name) => sql`${sql.id(name)} = coalesce(n.${sql.id(name)}, t.${sql.id(name)})`),
  ];
  const given = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) n`;
  const statement = sql`update ${table} t set ${sql.join(sets)}, version = t.version + 1, "updatedAt" = now()
    from ${given} where t._id = n._id`;
  return keepingRules(rules, statement, trx);
}

/** Those of these rows that the asker may not change. */
export async function beyondReachOf(
  trx: Trx,
  rules: RecordRules,
  who: Officer,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ _id: string }>`select t._id from ${sql.table(`portal.${rules.table}`)} t
    where t._id = any(${ids}::uuid[]) and (${mayChange(rules, who, columnsOf("t"))}) is not true`.execute(trx);
  return new Set(rows.map(({ _id }) => _id));
}
