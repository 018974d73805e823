import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  cursorOf,
  pageStatement,
  readListQuery,
  refusingCursor,
  withoutTableScans,
} from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Values } from "#console/record/record.contract.ts";
import { columnsOf, mayList, oneRow, registryOf, rulesNamed } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { anyApiKey, apiKey, ownKey } from "../api-key/api-key.server.ts";
import { collections, readOwnKey } from "./external-read.contract.ts";

/** The lists of the office that other systems read, each by a key of its scope, and no write among them. Decision 0117. */
function externalCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const registry = registryOf(app);

  handle(app, readOwnKey, anyApiKey, ({ who }) => ownKey(db, who));

  for (const { scope, noun, names, list, one } of collections) {
    const shownOf = (row: Values) => Object.fromEntries(names.map((name) => [name, row[name]]));

    handle(app, list, apiKey(scope), async ({ who, request }) => {
      const rules = rulesNamed(registry, noun);
      // The order in which rows come is the one in which nothing is passed over by whoever goes on where he stopped.
      const query = readListQuery(rules, { ...(request.query as object), sort: "createdAt" });
      const statement = pageStatement(registry, rules, who, query);
      const { rows } = await withoutTableScans(db, (trx) => statement.execute(trx)).catch(refusingCursor);
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      const { after = null } = request.query as { after?: string };
      const next = last ? cursorOf(last.cursor, last._id as string) : after;
      return { list: page.map(shownOf), next, more: rows.length > page.length };
    });

    handle(app, one, apiKey(scope), async ({ who, params: { id } }) => {
      const rules = rulesNamed(registry, noun);
      const where = sql`t._id = ${id} and ${mayList(rules, who, columnsOf("t"))}`;
      const row = isId(id) && (await oneRow(db, registry, rules, where));
      if (!row) throw notFound();
      return shownOf(row);
    });
  }
}

export const externalReadNoun: Noun = { name: "external-read", calls: externalCalls };
