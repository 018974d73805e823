import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { AnyAssignment } from "../assignment/assignment.contract.ts";
import { exportCall } from "../export/export.server.ts";
import { importCall } from "../import/import.server.ts";
import { readList } from "../list/list.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { bulkCall } from "./record.bulk.server.ts";
import { choicesOf } from "./record.choices.server.ts";
import type { AnyRecord } from "./record.contract.ts";
import { historyOf } from "./record.history.server.ts";
import { columnsOf, listed, type Rules, reached, registryOf } from "./record.rules.server.ts";
import { oneRow } from "./record.select.server.ts";
import { addRow, changeRow, lockedRow, removeRow } from "./record.write.server.ts";

/** Who may see a record's rows, who may change them, and who may choose among them. */
export interface Guards {
  readonly view: Guard<Officer>;
  readonly change: Guard<Officer>;
  readonly choose: Guard<Officer>;
}

/** Registers every call of a plain record. */
export function recordCalls(app: FastifyInstance, rules: Rules<AnyRecord>, guards: Guards): void {
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
export function listingCalls(app: FastifyInstance, rules: Rules, view: Guard<Officer>): void {
  const { db } = app.portal;
  const registry = registryOf(app);
  const { calls, noun } = rules.of;
  registry.set(noun, rules);

  handle(app, calls.list, view, ({ who, request }) => readList(db, registry, rules, who, request.query));

  handle(app, calls.read, view, async ({ who, params }) => {
    const where = sql`t._id = ${params.id} and ${listed(rules, who, columnsOf("t"))}`;
    const row = isId(params.id) && (await oneRow(db, registry, rules, where));
    if (!row) throw notFound();
    const [told = row] = (await rules.told?.(db, registry, [row])) ?? [];
    return told;
  });

  exportCall(app, rules, view);
}

/** Registers every call of an assignment: it is given and taken away. */
export function assignmentCalls(app: FastifyInstance, rules: Rules<AnyAssignment>, guards: Guards): void {
  const { view, change, choose } = guards;
  const { db } = app.portal;
  const registry = registryOf(app);
  const { calls, one } = rules.of;
  listingCalls(app, rules, view);

  handle(app, calls.choices, choose, ({ who, request }) => choicesOf(db, rules, who, request.query));

  handle(app, calls.history, view, async ({ who, params }) => {
    const where = sql`t._id = ${params.id} and ${reached(rules, who, columnsOf("t"))}`;
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
