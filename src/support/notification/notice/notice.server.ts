import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { StudentStep } from "#console/noun/noun.server.ts";
import { applicant, type SignedIn } from "#identity/session/session.server.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { applicantNotices, type NoticesCalls, type OwnNotice, studentNotices } from "./notice.contract.ts";

const NEWEST = 50;

export function noticeCalls(app: FastifyInstance): void {
  noticesFor(app, applicantNotices, applicant);
  noticesFor(app, studentNotices, student);
}

function noticesFor<Who extends SignedIn>(app: FastifyInstance, calls: NoticesCalls, guard: Guard<Who>): void {
  const { db } = app.portal;

  handle(app, calls.list, guard, async ({ who }) => {
    const { rows } = await sql<OwnNotice>`
      select n._id, n.title, n.post, own."createdAt" as "sentAt", own."readAt" is not null as read
      from portal.notification_recipient own join portal.notification n on n._id = own.notification
      where own.applicant = ${who.applicant} and ${isShown}
      order by own."createdAt" desc, n._id desc limit ${NEWEST}`.execute(db);
    return rows;
  });

  handle(app, calls.read, guard, async ({ who, params }) => {
    const { id } = params as { readonly id: string };
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

/** The least of what a student may have to do. */
export const unreadNotices: StudentStep<number> = {
  rank: 900,
  found: ({ account }) => sql<number | null>`nullif(${countUnreadNotices(account)}, 0)`,
  say: (unread) => ({
    sentence: `You have ${unread === 1 ? "1 notice" : `${unread} notices`} that you have not read.`,
    deed: unread === 1 ? "Read it" : "Read them",
    link: "/student/notices",
  }),
};

/** Deletes what the college has told an applicant on the portal, but for what is being sent just now; answers how many. */
export async function dropNotices(trx: Trx, owner: string): Promise<number> {
  const dropped = await sql`delete from portal.notification_recipient own using portal.notification n
    where n._id = own.notification and own.applicant = ${owner} and n.state <> 'Sending'`.execute(trx);
  return Number(dropped.numAffectedRows ?? 0);
}
