import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { ReleaseState } from "./release.states.contract.ts";

/** The lists with which an application is still to go out, as sentences for whoever corrects it. */
export async function listsWith(db: Database, application: string): Promise<string[]> {
  const { rows } = await sql<{ title: string; state: ReleaseState }>`
    select list.title, list.state from portal.release_line line join portal.release list on list._id = line.release
    where line.application = ${application} and line.standing = 'Waiting'
      and list.state in ('Draft', 'Proposed', 'Approved', 'Releasing') order by list.title`.execute(db);
  return rows.map(
    ({ title, state }) =>
      `It stands on the list “${title}” (${state}) and goes out with it: look whether it still should`,
  );
}
