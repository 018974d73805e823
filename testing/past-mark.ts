import { type RawBuilder, sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";

interface MarkOfBefore {
  readonly student: string;
  readonly session: string | RawBuilder<unknown>;
  readonly semester?: number;
  readonly course: string;
  readonly ca?: number;
  readonly examination?: number;
  readonly total?: number;
}

/** A past mark of a course that was registered here after it had come, put straight into the database. */
export async function markedBeforeRegistered(
  { db }: TestPortal,
  { student, session, semester = 1, course, ca, examination, total }: MarkOfBefore,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`alter table portal.past_mark disable trigger past_mark_of_before`.execute(trx);
    await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, ca, examination, total)
      values (${newId()}, ${student}, ${session}, ${semester}, ${course}, 'Before', 2, ${ca ?? null}, ${examination ?? null}, ${total ?? null})`.execute(
      trx,
    );
    await sql`alter table portal.past_mark enable trigger past_mark_of_before`.execute(trx);
  });
}
