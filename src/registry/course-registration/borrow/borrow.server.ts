import { sql } from "kysely";
import { wordsOf } from "#console/list/list.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { coursesFound, everyCourse } from "../../course/course.server.ts";
import { MOST_CHOSEN, MOST_FOUND } from "../course-registration.contract.ts";
import { offeredTo, type Registrant } from "../course-registration.offered.server.ts";

/**
 * Courses that a query names, as they are offered to one student: by the words of `q` active ones of other programmes and levels; by
 * `ids`, with commas between, those that were chosen before and are not in the list, withdrawn ones too. None without a programme.
 */
export async function borrowableTo(db: Database, of: Registrant | null, query: unknown) {
  if (!of) return [];
  const { q, ids } = query as { readonly q?: unknown; readonly ids?: unknown };
  const known = typeof ids === "string" ? ids.split(",").filter(isId).slice(0, MOST_CHOSEN) : null;
  const named = known ?? (typeof q === "string" ? await coursesCalled(db, of, wordsOf(q)) : []);
  const offered = await offeredTo(db, of, named);
  return (
    known
      ? offered.filter(({ _id }) => known.includes(_id))
      : offered.filter(({ kind }) => kind === "Borrowed").slice(0, MOST_FOUND)
  ).map(({ class: _class, version: _version, ...course }) => course);
}

/** One active course of each code that the words find. More of them than stand in anybody's list, so that others are among them. */
async function coursesCalled(
  db: Database,
  { session, semester }: Registrant,
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ _id: string }>`
    select one._id from (select distinct on (c.code) c._id, c.code from ${everyCourse()} c
      where c._id in (${coursesFound(words)}) and c.session = ${session} and c.semester = ${semester}::smallint and c.status
      order by c.code, c.general desc, c._id) one
    order by one.code limit 200`.execute(db);
  return rows.map(({ _id }) => _id);
}
