import { type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { RecallState } from "./recall.states.contract.ts";

/** The last recall of a whole list, with who proposed it; undefined where nobody has. */
export async function lastRecallOf(db: Database, release: string) {
  const { rows } = await sql<{ _id: string; state: RecallState; reason: string; proposedby: string }>`
    select _id, state, reason, proposedby from portal.recall where release = ${release}
    order by "createdAt" desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return undefined;
  const { proposedby, ...shown } = last;
  const names = await namesOfStaff(db, [proposedby]);
  return { proposedby, shown: { ...shown, by: names.get(proposedby) ?? "" } };
}

/** The recalls of single offers, as rows of `recall`; `applications` selects `application`. */
export const recallsOf = (applications: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select r._id as recall from portal.recall r where r.application in (${applications})`;
