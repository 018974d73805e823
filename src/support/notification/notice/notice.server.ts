import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { listNotices, type OwnNotice, readNotice } from "./notice.contract.ts";

const NEWEST = 50;

export function noticeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listNotices, applicant, async ({ who }) => {
    const { rows } = await sql<OwnNotice>`
      select n._id, n.title, n.post, own."createdAt" as "sentAt", own."readAt" is not null as read
      from portal.notification_recipient own join portal.notification n on n._id = own.notification
      where own.applicant = ${who.applicant} and ${isShown}
      order by own."createdAt" desc, n._id desc limit ${NEWEST}`.execute(db);
    return rows;
  });

  handle(app, readNotice, applicant, async ({ who, params: { id } }) => {
    // No change that anybody answers for: like the time of a sign-in's last use, it has no line in the audit.
    const { rows } = isId(id)
      ? await sql`
          update portal.notification_recipient own set "readAt" = coalesce(own."readAt", now())
          from portal.notification n
          where n._id = own.notification and own.notification = ${id} and own.applicant = ${who.applicant} and ${isShown}
          returning own.notification`.execute(db)
      : { rows: [] };
    if (rows.length === 0) throw notFound();
    return { type: "success" as const, message: "Read" };
  });
}

/** Whether a notification stands on the portal, as an SQL condition on `n`. */
const isShown = sql`n.channel <> 'E-mail' and n.state <> 'Recalled'`;

/** How many notices an applicant has not had on the screen, as a part of a larger query. */
export const countUnreadNotices = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.notification_recipient own
    join portal.notification n on n._id = own.notification
    where own.applicant = ${owner} and own."readAt" is null and ${isShown})`;

/** Deletes what the college has told an applicant on the portal, but for what is being sent just now; answers how many. */
export async function dropNotices(trx: Trx, owner: string): Promise<number> {
  const dropped = await sql`delete from portal.notification_recipient own using portal.notification n
    where n._id = own.notification and own.applicant = ${owner} and n.state <> 'Sending'`.execute(trx);
  return Number(dropped.numAffectedRows ?? 0);
}
