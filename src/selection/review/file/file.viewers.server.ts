import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { GONE_SECONDS, lookAtFile } from "../review.file.contract.ts";
import { findReachedFile } from "../review.move.server.ts";

/** Who looks is told for a minute and is no matter of the audit. */
export function reviewViewerCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, lookAtFile, staff("applications"), async ({ who, params }) => {
    const { _id, version } = await findReachedFile(db, who, params.id);
    await sql`insert into portal.review_viewer (application, staff) values (${_id}, ${who.staff})
      on conflict (application, staff) do update set at = now()`.execute(db);
    const others = await othersAt(db, _id, who.staff);
    return { type: "success" as const, message: saying(others), others, version };
  });
}

async function othersAt(db: Database, application: string, but: string): Promise<string[]> {
  const { rows } = await sql<{ staff: string }>`select staff from portal.review_viewer
    where application = ${application} and staff <> ${but} and at > now() - make_interval(secs => ${GONE_SECONDS})`.execute(
    db,
  );
  const names = await namesOfStaff(
    db,
    rows.map((row) => row.staff),
  );
  return [...names.values()].sort();
}

const saying = (others: readonly string[]): string =>
  others.length === 0
    ? "Nobody else looks at this"
    : `${others.join(", ")} ${others.length === 1 ? "looks" : "look"} at this too`;

/** Hourly: forgets who looked at what. */
export const forgetViewers: Round = {
  name: "forget-viewers",
  cron: "41 * * * *",
  async run({ portal: { db } }) {
    await sql`delete from portal.review_viewer where at < now() - interval '1 hour'`.execute(db);
  },
};
