import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { reachedFile } from "../review/review.move.server.ts";
import { reachedProgramme } from "./merit-list.found.server.ts";
import { type MeritStanding, readMeritStanding } from "./merit-list.standing.contract.ts";

/** What the college agreed on about one application; drafts are not agreed on. */
export function meritStandingCall(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readMeritStanding, staff("merit-lists"), async ({ who, params }) => {
    const { _id } = await reachedFile(db, who, params.id);
    const { rows } = await sql<NonNullable<MeritStanding>>`
      select p._id, l.title as run, r."frozenAt", p.outcome, p.rank, p.aggregate::text as aggregate, p.quota, p.reason
      from portal.merit_place p
        join portal.merit_run r on r._id = p.run
        join portal.merit_run_line l on l._id = r._id
      where p.application = ${_id} and r.state = 'Frozen' and ${reachedProgramme(who, "p")}
      order by r.version desc limit 1`.execute(db);
    return rows[0] ?? null;
  });
}
