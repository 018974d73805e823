import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Gate } from "../../instalment/instalment.rules.ts";

/** What is still to be paid of the bills of a semester before a gate opens, in kobo, of many students by one look; who has no bill of the semester is not among them. */
export async function leftBeforeAmong(
  db: Database | Trx,
  gate: Gate,
  students: readonly string[],
  { session, semester }: { readonly session: string; readonly semester: number },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ readonly student: string; readonly left_kobo: number }>`
    select b.student, portal.left_before(b._id, ${gate}) as left_kobo from portal.bill b
    where b.student = any(${[...students]}::uuid[]) and b.session = ${session} and b.semester = ${semester}
      and b."takenbackAt" is null`.execute(db);
  return new Map(rows.map(({ student, left_kobo }) => [student, left_kobo]));
}

/** Zero of a bill that is paid, without a look at its parts: a late charge that was taken back by more than there was is no payment. */
const leftOf = (bill: string, gate: Gate): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(`${bill}.balance_kobo`)} <= least(${sql.ref(`${bill}.late_kobo`)}, 0) then 0
    else portal.left_before(${sql.ref(`${bill}._id`)}, ${gate}) end`;

/** What is still to be paid before a gate opens, of every semester of some students that has a bill, as a part of a larger query: rows of `student, session, semester, left_kobo`. */
export const leftByTerm = (gate: Gate, students: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select b.student, b.session, b.semester, ${leftOf("b", gate)} as left_kobo from portal.bill b
    where b.student in (${students}) and b."takenbackAt" is null)`;
