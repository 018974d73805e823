import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { RunState } from "./merit-list.states.contract.ts";

/** The runs that hold an application and are not given up, by their names, the newest first. */
export async function runsWith(db: Database, application: string): Promise<{ title: string; state: RunState }[]> {
  const { rows } = await sql<{ title: string; state: RunState }>`
    select l.title, r.state from portal.merit_place p
      join portal.merit_run r on r._id = p.run join portal.merit_run_line l on l._id = r._id
    where p.application = ${application} and r.state <> 'Discarded' order by r.version desc limit 20`.execute(db);
  return rows;
}
