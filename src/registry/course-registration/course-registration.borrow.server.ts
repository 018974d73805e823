import { sql } from "kysely";
import { wordsOf } from "#console/list/list.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { coursesFound } from "../course/course.server.ts";
import { offeredTo, type Registrant } from "./course-registration.offered.server.ts";

/** More would be no choice but a catalogue. */
const MOST_BORROWABLE = 20;

/** The active courses of a semester that a query names: by `ids` with commas between, or by the words of `q`. */
async function namedCourses(db: Database, { session, semester }: Registrant, query: unknown): Promise<string[]> {
  const { q, ids } = query as { readonly q?: unknown; readonly ids?: unknown };
  if (typeof ids === "string") return ids.split(",").filter(isId).slice(0, MOST_BORROWABLE);
  const words = typeof q === "string" ? wordsOf(q) : [];
  if (words.length === 0) return [];
  const { rows } = await sql<{ _id: string }>`${coursesFound(words)} and found.session = ${session}
    and found.semester = ${semester}::smallint and found.status limit 200`.execute(db);
  return rows.map(({ _id }) => _id);
}

/** Courses of other programmes and levels that a query names, as they are offered to one student; none without a programme. */
export async function borrowableTo(db: Database, of: Registrant | null, query: unknown) {
  if (!of) return [];
  const offered = await offeredTo(db, of, await namedCourses(db, of, query));
  return offered
    .filter(({ kind }) => kind === "Borrowed")
    .slice(0, MOST_BORROWABLE)
    .map(({ class: _class, version: _version, ...course }) => course);
}
