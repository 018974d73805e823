import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { wordsFound, wordsOf } from "../list/list.server.ts";
import {
  columnsOf,
  mayList,
  type RecordRegistry,
  type RecordRules,
  registryOf,
  shownRows,
  titledRow,
  type UntitledRow,
} from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { type Found, searchRecords } from "./palette.contract.ts";

const MOST_OF_A_KIND = 5;

/** `reachesOf` says how far each of the caller's rights reaches, by the page. */
export function paletteCalls(
  app: FastifyInstance,
  guard: Guard<Officer>,
  reachesOf: (who: Officer) => Promise<ReadonlyMap<string, Officer["scope"]>>,
): void {
  const { db } = app.portal;

  handle(app, searchRecords, guard, async ({ who, request }) => {
    const { q } = request.query as { q?: unknown };
    const words = typeof q === "string" ? wordsOf(q) : [];
    if (words.join("").length < 2) return [];
    // What is only looked at is read by its time, and not gone to by a word unless it says so.
    const registry = registryOf(app);
    // Nor is what another record's words find.
    const records = [...registry.values()].filter(
      ({ of, found }) => of.searched !== null && !found && ("create" in of.calls || of.soughtFor),
    );
    const reaches = await reachesOf(who);
    const found = records.map(async (rules) => {
      const scope = reaches.get(rules.of.page);
      return scope === undefined ? [] : foundIn(db, registry, rules, { scope, staff: who.staff }, words);
    });
    return (await Promise.all(found)).flat();
  });
}

async function foundIn(
  db: Database,
  registry: RecordRegistry,
  rules: RecordRules,
  who: Pick<Officer, "scope" | "staff">,
  words: readonly string[],
): Promise<Found[]> {
  const { noun, many, link } = rules.of;
  const column = columnsOf("t");
  const base = sql`select t.* from ${sql.table(`portal.${rules.table}`)} t
    where ${mayList(rules, who, column)} and ${sql.join(wordsFound(rules, words, column), sql` and `)} limit ${MOST_OF_A_KIND}`;
  const { rows } = await sql<UntitledRow>`${shownRows(registry, rules, base)}`.execute(db);
  return rows
    .map((row) => titledRow(rules, row))
    .map(({ _id, _title }) => ({ _id, noun, many, title: _title, link: `${link}/${_id}` }));
}
