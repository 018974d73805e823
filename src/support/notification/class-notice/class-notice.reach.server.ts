import { type RawBuilder, sql } from "kysely";
import { stillReaches } from "#access/permission/permission.server.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyClass } from "#registry/course/course.server.ts";
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";

interface CalledClass {
  readonly _id: string;
  readonly code: string;
  /** That teaches it. */
  readonly department: string;
}

/** The classes that some codes call in a session, by their code; none where no session is said. */
export async function classesCalled(
  db: Database | Trx,
  session: string | undefined,
  codes: readonly string[],
): Promise<CalledClass[]> {
  const { rows } = await sql<CalledClass>`select called._id, called.code, called.department from ${everyClass()} called
    where called.session = ${session ?? null}::uuid and called.code = any(${[...codes]}::text[]) order by called.code`.execute(
    db,
  );
  return rows;
}

/** The classes of the session that runs that a member of staff teaches, as a part of a larger query: rows of `_id, code`. */
export function classesTaughtBy(member: string, session: string | undefined): RawBuilder<unknown> {
  return sql`select own._id, own.code from ${everyClass()} own where own.session = ${session ?? null}::uuid
    and exists (select from ${everyAllocation()} mine where mine.class = own._id and mine.staff = ${member})`;
}

/** Their codes, in their order. */
export async function codesTaughtBy(db: Database | Trx, member: string): Promise<string[]> {
  const { session } = await usualRunningSession(db);
  const { rows } = await sql<{ code: string }>`select taught.code from (${classesTaughtBy(member, session)}) taught
    order by taught.code`.execute(db);
  return rows.map(({ code }) => code);
}

interface ToldClasses {
  readonly classes: readonly string[];
  /** Nothing for looking at what was told. */
  readonly deed: "" | ".change";
}

/**
 * Of some classes the codes of those whose students somebody may not tell anything by now: neither does the member teach them,
 * nor do they belong to a department that the right to Notifications reaches.
 */
export async function classesBeyond(
  db: Database | Trx,
  member: string,
  { classes, deed }: ToldClasses,
): Promise<readonly string[]> {
  const right = await stillReaches(db, member, `notifications${deed}`);
  if (right === "all") return [];
  const teaches = (await stillReaches(db, member, `class-notices${deed}`)) !== undefined;
  const { rows } = await sql<{ code: string }>`select told.code from ${everyClass()} told
    where told._id = any(${[...classes]}::uuid[]) and told.department <> all(${[...(right?.departments ?? [])]}::uuid[])
      and not (${teaches} and exists (
        select from ${everyAllocation()} mine where mine.class = told._id and mine.staff = ${member}))
    order by told.code`.execute(db);
  return rows.map(({ code }) => code);
}
