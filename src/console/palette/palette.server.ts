import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Guard, handle } from "#kit/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { searched, wordsOf } from "../list/list.query.server.ts";
import { columnsOf, labelOf, listed, type Rules, registryOf } from "../record/record.rules.server.ts";
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
    const records = [...registryOf(app).values()].filter(
      ({ of }) => of.searched !== null && ("create" in of.calls || of.soughtFor),
    );
    const reaches = await reachesOf(who);
    const found = records.map(async (rules) => {
      const scope = reaches.get(rules.of.page);
      return scope === undefined ? [] : foundIn(db, rules, { scope, staff: who.staff }, words);
    });
    return (await Promise.all(found)).flat();
  });
}

async function foundIn(
  db: Database,
  rules: Rules,
  who: Pick<Officer, "scope" | "staff">,
  words: readonly string[],
): Promise<Found[]> {
  const { noun, many, link } = rules.of;
  const column = columnsOf("t");
  const { rows } = await sql<{ _id: string; title: string }>`
    select t._id, ${labelOf(rules, column)} as title from ${sql.table(`portal.${rules.table}`)} t
    where ${listed(rules, who, column)} and ${sql.join(words.map(searched), sql` and `)} limit ${MOST_OF_A_KIND}`.execute(
    db,
  );
  return rows.map(({ _id, title }) => ({ _id, noun, many, title, link: `${link}/${_id}` }));
}
