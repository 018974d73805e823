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
import type { Field } from "#console/record/record.facts.rules.ts";
import { columnsOf, mayList, oneRow, type RecordRules, registryOf, rulesNamed } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseForm } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { anyApiKey, apiKey, ownKey } from "../api-key/api-key.server.ts";
import { collections, readOwnKey } from "./external-read.contract.ts";

/** What a key does not read it does not find by either: searches, and filters by what its rows do not show, are refused. Decision 0117. */
function requireShown({ of }: RecordRules, names: readonly string[], asked: object): void {
  const shown = (name: string) =>
    names.includes(of.filterable.find((field: Field) => field.name === name)?.edge?.of ?? name);
  const errors: Record<string, string> = Object.create(null);
  for (const name of Object.keys(asked))
    if (!shown(name) && !paging.has(name)) errors[name] = `The field ${name.slice(0, 40)} is not known`;
  const trouble = Object.values(errors);
  if (trouble.length > 0) throw refuseForm("form-invalid", trouble.join(". "), errors);
}

const paging = new Set(["after", "limit", "sort"]);

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
      const asked = request.query as object;
      requireShown(rules, names, asked);
      const query = readListQuery(rules, { ...asked, sort: "createdAt" });
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
