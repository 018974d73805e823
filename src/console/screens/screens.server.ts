import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { exportCall } from "../export/export.server.ts";
import { importCall } from "../import/import.server.ts";
import { choicesOf, lockedChosen, readList } from "../list/list.server.ts";
import type { AnyAssignment, AnyRecord, Values } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import {
  addRow,
  changeRow,
  columnsOf,
  historyOf,
  keepingRules,
  lockedRow,
  mayList,
  mayRead,
  oneRow,
  type RecordRules,
  registryOf,
  removeRow,
  requireNobodyElses,
  requireWide,
} from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";

/** Who may see a record's rows, who may change them, and who may choose among them. */
export interface Guards {
  readonly view: Guard<Officer>;
  readonly change: Guard<Officer>;
  readonly choose: Guard<Officer>;
}

export function recordCalls(app: FastifyInstance, rules: RecordRules<AnyRecord>, guards: Guards): void {
  const registry = registryOf(app);
  const { calls, one } = rules.of;
  assignmentCalls(app, rules, guards);

  handle(app, calls.change, guards.change, (ask) =>
    write(app, ask, async (work) => {
      const before = await lockedRow(registry, rules, work.trx, ask.who, ask.params.id);
      requireVersion(ask.request, before.version);
      const { version } = await changeRow(app, registry, rules, work, { who: ask.who, form: ask.body, before });
      return { type: "success" as const, message: `${one} saved`, version };
    }),
  );
  bulkCall(app, rules, guards.change);
  if (rules.of.key.length > 0) importCall(app, rules, guards.change);
}

/** Registers the calls of what is only looked at. */
export function listingCalls(app: FastifyInstance, rules: RecordRules, view: Guard<Officer>): void {
  const { db } = app.portal;
  const registry = registryOf(app);
  const { calls, noun } = rules.of;
  registry.set(noun, rules);

  handle(app, calls.list, view, ({ who, request }) => readList(db, registry, rules, who, request.query));

  handle(app, calls.read, view, async ({ who, params }) => {
    const where = sql`t._id = ${params.id} and ${mayList(rules, who, columnsOf("t"))}`;
    const row = isId(params.id) && (await oneRow(db, registry, rules, where));
    if (!row) throw notFound();
    const [told = row] = (await rules.told?.(db, registry, [row])) ?? [];
    return told;
  });

  exportCall(app, rules, view);
}

/** Registers every call of an assignment: it is given and taken away. */
export function assignmentCalls(app: FastifyInstance, rules: RecordRules<AnyAssignment>, guards: Guards): void {
  const { view, change, choose } = guards;
  const { db } = app.portal;
  const registry = registryOf(app);
  const { calls, one } = rules.of;
  listingCalls(app, rules, view);

  handle(app, calls.choices, choose, ({ who, request }) => choicesOf(db, rules, who, request.query));

  handle(app, calls.history, view, async ({ who, params }) => {
    const where = sql`t._id = ${params.id} and ${mayRead(rules, who, columnsOf("t"))}`;
    if (!isId(params.id) || !(await oneRow(db, registry, rules, where))) throw notFound();
    return historyOf(db, registry, rules, params.id);
  });

  handle(app, calls.create, change, (ask) =>
    write(app, ask, async (work) => {
      const { _id, _title } = await addRow(app, registry, rules, work, { who: ask.who, form: ask.body });
      const also = (await rules.added?.(ask.body, work)) ?? "";
      return { type: "success" as const, message: `${one} added: ${_title}${also}`, _id };
    }),
  );

  handle(app, calls.remove, change, (ask) =>
    write(app, ask, async (work) => {
      const before = await lockedRow(registry, rules, work.trx, ask.who, ask.params.id);
      await removeRow(app, rules, work, { who: ask.who, before });
      return { type: "success" as const, message: `${before._title} deleted` };
    }),
  );
}

/**
 * Switches many rows on or off in one transaction, all or none. Refuses when other rows fit now than the person saw.
 * Records that are not simply on or off, because a change of them is judged or brings something with it, have no such call.
 */
function bulkCall(app: FastifyInstance, rules: RecordRules<AnyRecord>, guard: Guard<Officer>): void {
  const { calls, one, many, noun, facts } = rules.of;
  const field = facts.find(({ name, kind }: Field) => name === "status" && kind === "flag");
  if (!field || rules.check || rules.brings) return;
  const table = sql.table(`portal.${rules.table}`);

  handle(app, calls.bulk, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWide(rules, ask.who);
      const { status, ...chosen } = ask.body;
      const found = await lockedChosen(trx, rules, ask.who, chosen);
      if (rules.everybodys) {
        const { rows } = await sql<Values>`select * from ${table} where _id = any(${found}::uuid[])`.execute(trx);
        requireNobodyElses(rules, ask.who, rows);
      }
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
